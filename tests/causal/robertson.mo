// Robertson's chemical reactions with the conservation of mass as an algebraic equation: the standard example of a DAE of
// index one; the conserved species follows from the other two.
// expect: index = 1
// expect: states = {y1, y2}
// expect: differentiated = 0
// expect: loops = {}
// expect: blocks = {y3} {der(y1)} {der(y2)}
model Robertson
  Real y1(start = 1, fixed = true), y2(start = 0, fixed = true), y3;
equation
  y1 + y2 + y3 = 1;
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
end Robertson;
