// Two equations that need each other's unknown are one block, whatever their order.
// expect: loops = {2}
// expect: kinds = {linear}
// expect: blocks = {a} {x y} {z}
// expect: states = {}
model LinearLoop
  Real x, y, z, a;
equation
  z = x*y;
  x + a*y = 3;
  x - y = a;
  a = time + 1;
end LinearLoop;
