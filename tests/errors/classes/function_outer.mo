model M
  function f
    input Real x;
    output Real y;
  protected
    outer Real k;  // error[E0227]: the function 'f' cannot contain inner or outer elements
  algorithm
    y := k*x;
  end f;
  inner Real k = 4;
  Real z = f(time);
end M;
