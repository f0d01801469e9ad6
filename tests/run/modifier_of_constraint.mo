// expect: a.n(1.0) = 2.64239123393 +- 1e-9
// expect: b.n(1.0) = 2.71828182846 +- 1e-9
// A function without the element that the replaceable declaration modifies: that modifier is left
// out, the others hold. a.n = 3/(1 + exp(-2 t)), b.n = exp(t).
model ModifierOfConstraint
  function sigmoid
    input Real x, sx, y_max;
    output Real y;
  algorithm
    y := y_max/(1 + exp(-sx*x));
  end sigmoid;
  function growth
    input Real x, sx, sy;
    output Real y;
  algorithm
    y := sy*exp(sx*x);
  end growth;
  model Gate
    replaceable function rate = growth(sx = 1, sy = 1);
    Real n = rate(time);
  end Gate;
  Gate a(redeclare function rate = sigmoid(sx = 2, y_max = 3));
  Gate b;
end ModifierOfConstraint;
