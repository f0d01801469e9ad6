// min and max of two scalars, given arrays, act on each element; a scalar stands for each of them.
// reference: specification section 12.4.6, functions of scalars applied to arrays
// expect: p[1] = 2.5
// expect: p[2] = 3
// expect: inEquation[1](1) = 2.5
// expect: inEquation[2](1) = 3
// expect: inFunction[1](1) = 2.5
// expect: inFunction[2](1) = 3
model ExtremaOfPairs
  function f
    input Real a[2];
    output Real y[2];
  algorithm
    y := max(a, {1.5, 0}) .+ min(1, a);
  end f;
  parameter Real p[2] = max({1, 2}, {1.5, 0}) + min(1, {1, 2});
  Real a[2] = {time, 2*time};
  Real inEquation[2] = max(a, {1.5, 0}) + min(1, a);
  Real inFunction[2] = f(a);
end ExtremaOfPairs;
