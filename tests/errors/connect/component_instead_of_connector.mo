package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model A
    Pin p;
  equation
    p.v = 0;
  end A;
  model M
    A a, b;
  equation
    connect(a, b.p);      // error[E0318]@13: 'a' is no connector
    connect(a.p, b.p.v);  // error[E0318]@18: 'b.p.v' is no connector
  end M;
end P;
