model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  algorithm  // error[E0229]: the function 'f' cannot contain more than one algorithm or external declaration
    y := 2*y;
  end f;
  Real z = f(time);
end M;
