// An amplifier of gain 1e5 that saturates, with negative feedback: far from the solution the
// slope is zero and Newton's method alone goes astray.
// The number: with V = tanh(1e5*e)*15, e = u - V/10 and u = time, V = 10*u*(1 + O(1e-4)).
model Saturation
  Real u = time, e, v;
equation
  e = u - v/10;
  v = 15*tanh(1e5*e/15);
  annotation(experiment(StopTime = 1));
end Saturation;
// expect: v(0.5) = 5.0 +- 1e-3
// expect: v(1.0) = 10.0 +- 1e-3
