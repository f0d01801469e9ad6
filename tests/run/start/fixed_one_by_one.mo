// Of an array of parameters without values some are fixed at their start values, others found: the
// first element does not decide for all of them.
// warning: E0320
// expect: x[1](1) = 7 +- 1e-9
// expect: x[2](1) = 6 +- 1e-9
// expect: x[3](1) = 13 +- 1e-9
// expect: y(1) = 4 +- 1e-9
model FixedOneByOne
  parameter Real k = 5, p[3](fixed = {true, false, false}, start = {k + 1, 5, 9});
  parameter Integer n[2](fixed = {false, true}, start = {1, 3});
  Real x[3](start = {1, 2, 3}, each fixed = true), y(start = 0, fixed = true);
initial equation
  p[2] = 2*x[2];
  p[3] = p[2] + p[1];
  n[1] = n[2] - 2;
equation
  der(x) = p;
  der(y) = sum(n);
  annotation(experiment(StopTime = 1));
end FixedOneByOne;
