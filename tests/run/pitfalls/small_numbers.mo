// Nobody says that q is small: its error is measured by the values it has.
// Reference: q = 1e-9*(1 - cos(time)).
// simulate:
// simulate: --method cvode
// expect: q(3.0) = 1.98999249660e-9 +- 2e-12
// expect: q(end) = 1.83907152908e-9 +- 2e-12
model SmallNumbers
  Real q(start = 0, fixed = true);
equation
  der(q) = 1e-9*sin(time);
  annotation(experiment(StopTime = 10, Interval = 0.5));
end SmallNumbers;
