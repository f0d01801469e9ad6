model M
  function f
    input Real x;
    output Real y;
  initial algorithm  // error[E0229]: the function 'f' cannot contain an initial algorithm
    y := x;
  end f;
  Real z = f(time);
end M;
