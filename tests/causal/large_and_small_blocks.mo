// Blocks are the strong components of the dependencies [Tar72]: {p q} and {r s t} depend on themselves, r s t on p q.
// expect: blocks = {p q} {r s t} {u}
// expect: loops = {2, 3}
// expect: kinds = {linear, linear}
model LargeAndSmallBlocks
  parameter Real k = 0.5;
  Real p, q, r, s, t, u;
equation
  u = r + s;
  r = k*s + p;
  s = k*t + 1;
  t = k*r + q;
  p = k*q + time;
  q = k*p + 1;
end LargeAndSmallBlocks;
