// Currents that turn out to be opposite, once the third of the node is known to be none, have the sum zero:
// nothing is computed for it, and no equation seems to determine them by it.
// count in outputs: 0 <- +
// count in outputs: 0 <- neg
model OppositesCancel
  Real v(start = 1, fixed = true), a, b, c, d, sum;
equation
  der(v) = -v;
  a = v;
  a + b + c = 0;
  c = d;
  d = 0;
  sum = b + a;
end OppositesCancel;
