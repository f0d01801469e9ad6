// check: --strict
model M
  connector In = input Real;
  connector Out = output Real;
  model Inner
    In u;
    Out y = 2*u;
  end Inner;
  model Outer
    In u;
    Inner i;
  equation
    connect(u, i.u);
    connect(i.u, i.y);  // error[E0411]: 'o.u' and 'o.i.y' are connected, and both are sources of the signal
  end Outer;
  Outer o(u = 1);
end M;
