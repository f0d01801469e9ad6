// A loop that is solved at points close together begins on the polynomial through its last
// solutions: with the last solution alone, 14,600 iterations.
//
// Reference: y = sin(time), since x = y + y^3 + exp(y) for all time.
// simulate: --intervals 5000
// expect: y(1.0) = 0.8414709848078965 +- 1e-5
// expect: y(9.0) = 0.4121184852417566 +- 1e-5
// expect: loop iterations <= 8000
model OnACurve
  Real x(start = 1, fixed = true), y;
equation
  der(x) = (1 + 3*sin(time)^2 + exp(sin(time)))*cos(time);
  x = y + y^3 + exp(y);
  annotation(experiment(StopTime = 10));
end OnACurve;
