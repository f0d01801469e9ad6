// What is computed before a loop and used again after it must not be lost to the solver: 3*time
// occurs on both sides of the loop. Reference: z by Newton's method in another language.
// expect: w(1.0) = -0.9735257283492449 +- 1e-9
// expect: w(0.5) = 0.9135583887278289 +- 1e-9
model TemporaryAcrossALoop
  Real x(start = 0, fixed = true), y, z, w;
equation
  y = sin(3*time);
  z + 0.1*sin(z) = y;
  w = cos(3*time) + z^2;
  der(x) = w*z;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end TemporaryAcrossALoop;
