// q = 1e-9*(1 - cos(time)): the nominal value says what is small.
// expect: q(3.0) = 1.98999249660e-9 +- 2e-13
model SmallNumbers
  Real q(start = 0, fixed = true, nominal = 1e-9);
equation
  der(q) = 1e-9*sin(time);
  annotation(experiment(StopTime = 10, Interval = 0.5));
end SmallNumbers;
