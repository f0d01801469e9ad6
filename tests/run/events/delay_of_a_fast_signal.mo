// The state says nothing about the signal: steps of the integrator are far too long for it.
// Reference: the signal itself, half a second before.
// expect: y(0.8) = -0.27941549819893 +- 1e-4
// expect: y(1.9) = 0.27090578830787 +- 1e-4
// expect: y(2.7) = 0.017701925105414 +- 1e-4
model DelayOfAFastSignal
  Real x(start = 1, fixed = true), y = delay(sin(20*time), 0.5);
equation
  der(x) = -0.1*x;
  annotation(experiment(StopTime = 3, Interval = 0.1));
end DelayOfAFastSignal;
