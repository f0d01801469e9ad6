// Solvers of quantized states have a tolerance each. The model is the same without.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation (experiment(StopTime = 2, Tolerance = {1e-6, 1e-3}));  // warning[E0301]@52: 'Tolerance' of the experiment is one number (18.4): it is left out
end M;
