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
    Pin p;
  equation
    p.phi = time;
    p.v = 1;
  end A;
  model B
    Pin p;
  equation
    p.i = 1;
  end B;
  A a;
  B b;
equation
  connect(a.p, b.p);  // error[E0405]: no root for the overdetermined connectors 'a.p.phi' and 'b.p.phi'
end M;
