// expect: status = 3
// expect: error time 0
// expect: error 'x'
model DivisionByZeroAtTheStart
  Real x(start = 0, fixed = true);
equation
  der(x) = 1/x;
  annotation(experiment(StopTime = 1));
end DivisionByZeroAtTheStart;
