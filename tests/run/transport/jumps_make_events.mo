// simulate: --method cvode --tolerance 1e-8
// simulate: --method dopri5
// simulate: --engine interpret --tolerance 1e-8
// A step at time 0.5 and the jump of the initial distribution at 0.25 come out exactly when the
// velocity 1 + time has carried them to the end: 0.75 = t + t^2/2 and 1 = t + t^2/2 - 0.625. The
// state y integrates what comes out.
// expect: event 1 = 0.5 +- 1e-9
// expect: event 2 = 0.58113883008419 +- 1e-7
// expect: event 3 = 1.0615528128088 +- 1e-7
// expect: out1(0.55) = 3 +- 1e-9
// expect: out1(0.6) = 2 +- 1e-9
// expect: out1(1.06) = 2 +- 1e-9
// expect: out1(1.07) = 5 +- 1e-9
// expect: y(1.5) = 4.8964803917 +- 1e-6
model JumpsMakeEvents
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real in0 = if time < 0.5 then 2 else 5;
  Real out1;
equation
  der(x) = 1 + time;
  der(y) = out1;
  (, out1) = spatialDistribution(in0, 0, x, true, {0, 0.25, 0.25, 1}, {2, 2, 3, 3});
  annotation(experiment(StopTime = 1.5, Interval = 0.01));
end JumpsMakeEvents;
