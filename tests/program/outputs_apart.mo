// What no derivative needs is computed for output only.
// count in derivatives: 0 <- cos
// count in outputs: 1 <- cos
// count in outputs: 0 <- sin
model OutputsApart
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -sin(x);
  y = cos(x);
end OutputsApart;
