// floor, ceil, mod, rem, div of Reals generate events where they jump, and all jump with a floor (3.7.2): mod(x, y) is
// x - floor(x/y)*y, ceil(x) is -floor(-x).
// count: 3 relation (
// line: (floor(x)) = floor(x) (discrete)
// line: (floor(-x)) = floor(-x) (discrete)
// line: (floor(x/0.25)) = floor(x/0.25) (discrete)
// line: f = (floor(x))
// line: m = x - (floor(x/0.25))*0.25
model Steps
  Real x = time, f, c, m;
equation
  f = floor(x);
  c = ceil(x);
  m = mod(x, 0.25);
end Steps;
