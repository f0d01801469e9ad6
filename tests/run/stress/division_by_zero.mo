// 1/(1 - time) has a pole at time 1, x = -log(1 - time): no step leads across it.
// expect: status = 3
// expect: error 'x'
// expect: x(0.5) = 0.69314718056 +- 1e-5
model DivisionByZero
  Real x(start = 0, fixed = true);
  Real d = 1 - time;
equation
  der(x) = 1/d;
  annotation(experiment(StopTime = 2));
end DivisionByZero;
