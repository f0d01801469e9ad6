// simulate: --method dopri5
// simulate: --method radau5
// The third event, 3*0.3 = 0.8999999999999999, is one rounding before a point of the output grid.
// expect: counter = 3
// expect: x = 4 +- 1e-8
model BesideTheGrid
  Real x(start = 3, fixed = true);
  Integer counter(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.3*(pre(counter) + 1) then
    counter = pre(counter) + 1;
  end when;
end BesideTheGrid;
