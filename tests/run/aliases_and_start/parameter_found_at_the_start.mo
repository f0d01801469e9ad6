// reference: k follows from x = 4
// simulate: --stop-time 2 --intervals 4
// expect: k = 4
// expect: x(2) = 4
model ParameterFoundAtTheStart
  parameter Real k(fixed = false);
  Real x;
initial equation
  x = 4;
equation
  x = k;
end ParameterFoundAtTheStart;
