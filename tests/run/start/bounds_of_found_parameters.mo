// max = p with p = 1.5 found at the start: x = 1 + time passes it at 0.5, and not before.
// expect: warning 'x' is 1.502 at time 0.502, above its max = 1.5
// expect: x = 2 +- 1e-8
model BoundsOfFoundParameters
  parameter Real p(fixed = false);
  Real x(start = 1, fixed = true, nominal = p, min = -p, max = p);
initial equation
  p = 1.5;
equation
  der(x) = 1;
end BoundsOfFoundParameters;
