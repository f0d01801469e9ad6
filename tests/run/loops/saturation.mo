// An amplifier of gain 1e5 that saturates, with negative feedback: far from the solution the
// slope is zero and Newton's method alone goes astray.
// The numbers: e = 15e-5*atanh(v/15), so that u = v/10 + 15e-5*atanh(v/15).
model Saturation
  Real u = time, e, v;
equation
  e = u - v/10;
  v = 15*tanh(1e5*e/15);
  annotation(experiment(StopTime = 1));
end Saturation;
// expect: v(0.5) = 4.99948015 +- 1e-6
// expect: v(1.0) = 9.99879313 +- 1e-6
