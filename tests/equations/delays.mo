// delay(e, t): the delayed expression has a variable, the value is one too (3.7.4.1).
// count in variables: 1 delayed delay(
// count in events: 1 by 0.5
// line: y = delay(x*x, 0.5)
model Delays
  Real x = time, y;
equation
  y = delay(x*x, 0.5);
end Delays;
