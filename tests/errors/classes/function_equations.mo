model M
  function f
    input Real x;
    output Real y;
  equation  // error[E0312]: a function cannot have equations
    y = x;
  end f;
  Real z = f(time);
end M;
