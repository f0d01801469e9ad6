// What is computed before a loop and used again after it must not be lost to the solver:
// 3*time occurs on both sides of the loop. reference: w = cos(3*time)
// expect: w(1.0) = -0.98999249660044542 +- 1e-12
// expect: w(0.5) = 0.070737201667702906 +- 1e-12
model TemporaryAcrossALoop
  Real x(start = 0, fixed = true), y, z, w;
equation
  y = sin(3*time);
  z + 0.1*sin(z) = y;
  w = z - z + cos(3*time);
  der(x) = w*z;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end TemporaryAcrossALoop;
