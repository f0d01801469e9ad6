// x = exp(-50*t) never falls below zero, but a predictor may.
// expect: x(1.0) = 0 +- 1e-5
model DecayAboveABound
  Real x(start = 1, fixed = true);
equation
  der(x) = -50*x;
  assert(x > -1e-3, "negative");
end DecayAboveABound;
