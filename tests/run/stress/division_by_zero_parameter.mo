// expect: status = 3
// expect: error x
model DivisionByZeroParameter
  parameter Real C = 0;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x/C;
  annotation(experiment(StopTime = 1));
end DivisionByZeroParameter;
