// sin(10*t)^2 < 1e-4 from -0.001 to 0.001 around k*pi/10: three dips inside and the one at the start,
// seven edges.
// expect: events = 7
// expect: event 2 = 0.313159264 +- 1e-6
// expect: event 3 = 0.315159266 +- 1e-6
model NarrowDips
  Real x = sin(10*time)^2 - 1e-4;
  Boolean b = x < 0;
  annotation(experiment(StopTime = 1, Interval = 0.0002));
end NarrowDips;
