// A jump comes out of the delay in an event at its time, and nothing comes out between its sides.
// expect: event 2 = 1.5 +- 1e-12
// expect: d(1.5-) = 1
// expect: d(1.5) = 4
// expect: z(1.5-) = 0 +- 1e-9
// expect: z(3.0) = 1.5 +- 1e-9
model JumpAfterADelay
  Real u = if time < 1 then 1 else 4, z(start = 0, fixed = true);
  Integer d = integer(delay(u, 0.5));
equation
  der(z) = if d > 2 then 1 else 0;
  annotation(experiment(StopTime = 3, Interval = 0.1));
end JumpAfterADelay;
