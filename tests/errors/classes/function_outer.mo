model M
  function f
    input Real x;
    output Real y;
  protected
    outer Real k;  // error[E0227]: 'k' cannot be declared 'outer' in the function 'f'
  algorithm
    y := k*x;
  end f;
  inner Real k = 4;
  Real z = f(time);
end M;
