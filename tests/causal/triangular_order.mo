// Written backwards, each equation needs the unknown of the one below: the order of evaluation is the reverse.
// check: --no-alias
// expect: blocks = {e} {d} {c} {b} {a}
// expect: loops = {}
model TriangularOrder
  Real a, b, c, d, e;
equation
  a = 2*b + 1;
  b = 3*c + d;
  c = d^2;
  d = sin(e);
  e = time;
end TriangularOrder;
