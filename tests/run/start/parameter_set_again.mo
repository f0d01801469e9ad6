// An initial algorithm sets a parameter that its value determines already: a condition that is one too many
// and agrees (8.6). Values of parameters are not solved backwards for what they are made of.
// expect: x(1) = 9 +- 1e-9
// expect: n(0) = 3
// expect: m(0) = 3
model ParameterSetAgain
  parameter Integer n(fixed = false);
  parameter Integer m = n;
  parameter Real p(fixed = false);
  Real x(start = 0, fixed = true);
initial algorithm
  n := 3;
initial algorithm
  m := n;
  p := 2*m;
equation
  der(x) = p + m;
end ParameterSetAgain;
