model M
  connector C
    constant Real k = 1;
    Real e;
    flow Real f;
  end C;
  connector D
    parameter Real k = 1;
    Real e;
    flow Real f;
  end D;
  model N
    C c;
    D d;
  end N;
  N n;
equation
  connect(n.c, n.d);  // error[E0401]: 'n.c.k' and 'n.d.k' cannot be connected: one is a constant, the other one a parameter
  n.c.e = 1;
end M;
