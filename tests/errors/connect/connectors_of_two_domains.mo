// One report for a connection, however many members differ.
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model A
    Pin p;  // note[E0401]: 'a.p' is declared here, a P.Pin
  equation
    p.v = 0;
  end A;
  model B
    Flange f;  // note[E0401]: 'b.f' is declared here, a P.Flange
  equation
    f.phi = 0;
  end B;
  model M
    A a;
    B b;
  equation
    connect(a.p, b.f);  // error[E0401]: 'a.p' and 'b.f' cannot be connected: 'b.f' has no 'v'
  end M;
end P;
