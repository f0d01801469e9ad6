model M
  expandable connector Bus
  end Bus;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model A
    Pin p(v = 1);
  end A;
  Bus b;
  A a;
equation
  connect(a.p, b);  // error[E0401]: 'a.p' and 'b' cannot be connected: only one of them is an expandable connector
end M;
