model M
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real r[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector Pin
    Angle phi;
    Real v;
    flow Real i;
  end Pin;
  model A
    Pin p, n;
  equation
    Connections.root(p.phi);
    Connections.branch(p.phi, n.phi);
    Connections.branch(n.phi, p.phi);  // error[E0404]: the branch from 'a.n.phi' to 'a.p.phi' closes a cycle of branches
    p.phi = time;
    n.phi = p.phi;
    p.v = 1;
    n.v = 1;
  end A;
  A a;
end M;
