model M
  connector Out = output Real;
  connector In = input Boolean;
  block A
    Out y = 1;
  end A;
  block B
    In u;
    Boolean z = u;
  end B;
  A a;
  B b;
equation
  connect(a.y, b.u);  // error[E0401]: 'a.y' and 'b.u' cannot be connected: one is of type Real, the other of type Boolean; a block between them must convert it
end M;
