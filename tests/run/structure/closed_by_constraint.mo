// 9.4: an optional edge that would close a cycle of the connection graph is replaced by equalityConstraint. Two arms turn from the same
// frame, one by 1, the other freely; that their ends are connected leaves sin(phi - 1) = 0.
// expect: free.phi = 1 +- 1e-6
// expect: free.b.o.x[1](end) = 0.5403023058681398 +- 1e-6
model ClosedByConstraint
  record Direction
    Real x[2];
    function equalityConstraint
      input Direction a;
      input Direction b;
      output Real residue[1];
    algorithm
      residue[1] := a.x[1]*b.x[2] - a.x[2]*b.x[1];
    end equalityConstraint;
  end Direction;
  connector Frame
    Direction o;
    flow Real t;
  end Frame;
  partial model Arm
    Frame a, b;
    Real phi(start = 0.8);
  equation
    Connections.branch(a.o, b.o);
    b.o.x = {a.o.x[1]*cos(phi) - a.o.x[2]*sin(phi), a.o.x[1]*sin(phi) + a.o.x[2]*cos(phi)};
    a.t + b.t = 0;
  end Arm;
  model Rigid
    extends Arm(phi = 1);
  end Rigid;
  model Free
    extends Arm;
  equation
    b.t = 0;
  end Free;
  model World
    Frame f;
  equation
    Connections.root(f.o);
    f.o.x = {1, 0};
  end World;
  World world;
  Rigid rigid;
  Free free;
equation
  connect(world.f, rigid.a);
  connect(world.f, free.a);
  connect(rigid.b, free.b);
end ClosedByConstraint;
