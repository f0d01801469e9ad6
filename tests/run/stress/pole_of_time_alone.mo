// simulate: --method cvode
// simulate: --method ida
// simulate: --method bdf
// simulate: --method dopri5
// simulate: --method radau5
// simulate: --method radau3
// simulate: --method lobatto4
// simulate: --method lobatto4-embedded
// simulate: --method sdirk4
// simulate: --method am3
// simulate: --method bi2
// x = 1/(1 - time) as an integral: behind the pole the derivative is finite again, and a method whose
// error estimate does not see a function of time would step over it.
// expect: status = 3
// expect: error the step size became too small; the state that limits it is 'x'
// expect: x(0.9) = 10 +- 1e-2
model PoleOfTimeAlone
  Real x(start = 1, fixed = true);
equation
  der(x) = 1/(1 - time)^2;
  annotation(experiment(StopTime = 2));
end PoleOfTimeAlone;
