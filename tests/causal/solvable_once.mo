// An unknown that occurs once, under functions with one inverse, is solved for: no iteration.
// expect: loops = {}
// expect: blocks = {y} {z} {w}
model SolvableOnce
  Real y, z, w;
equation
  2*y + 1 = time;
  3*z + y = 1;
  log(w) = z;
end SolvableOnce;
