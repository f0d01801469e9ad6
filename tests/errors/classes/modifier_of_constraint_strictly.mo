// check: --strict
model M
  function sigmoid
    input Real x, sx, y_max;
    output Real y = y_max/(1 + exp(-sx*x));
  algorithm
  end sigmoid;
  function growth
    input Real x, sx, sy;
    output Real y = sy*exp(sx*x);
  algorithm
  end growth;
  model Wide
    parameter Real w = 1;
  end Wide;
  model High
    parameter Real h = 1;
  end High;
  model Gate
    replaceable function rate = growth(sx = 1, sy = 1);  // error[E0207]@48: 'M.rate' is redeclared as a class without the element 'sy', which the original declaration modifies (7.3.2): it is left out
    replaceable Wide box(w = 2);  // error[E0207]@26: 'M.High' is redeclared as a class without the element 'w', which the original declaration modifies (7.3.2): it is left out
    Real n = rate(time);
  end Gate;
  Gate a(redeclare function rate = sigmoid(sx = 2, y_max = 3), redeclare High box);  // error[E0235]@79: 'box' cannot be of class 'M.High': it must be compatible with 'M.Wide'
  Gate b(redeclare function rate = growth(sx = 1, sz = 1));  // error[E0207]@51: 'M.rate' has no element 'sz' to modify
end M;
