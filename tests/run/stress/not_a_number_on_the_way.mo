// sqrt(1 - x) with x = time: there is no derivative beyond time 1. The result ends there.
// expect: status = 3
// expect: error 'y'
// expect: error not a finite number
// expect: x(0.9) = 0.9 +- 1e-6
// expect: y(0.5) = 0.43096440627 +- 1e-5
model NotANumberOnTheWay
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = sqrt(1 - x);
  annotation(experiment(StopTime = 2));
end NotANumberOnTheWay;
