// expect: status = 3
// expect: error 'b' is not a finite number
model ParameterWithoutValue
  parameter Real a = 0;
  parameter Real b = 1/a;
  Real y = time;
end ParameterWithoutValue;
