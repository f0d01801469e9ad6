model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model A
    Pin p(v = 1);
  end A;
  A a, b;
equation
  if time > 1 then
    connect(a.p, b.p);  // error[E0312]: 'connect' is not allowed under a condition that is not known at compile time
  end if;
end M;
