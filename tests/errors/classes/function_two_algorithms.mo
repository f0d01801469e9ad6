model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  algorithm  // error[E0229]: the function 'f' has two algorithms; only one is allowed
    y := 2*y;
  end f;
  Real z = f(time);
end M;
