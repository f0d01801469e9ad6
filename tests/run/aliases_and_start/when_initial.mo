// reference: 2 from the start, 3 from time 1
// simulate: --stop-time 2 --intervals 4
// expect: y(0.5) = 2
// expect: y(2) = 3 +- 1e-6
model WhenInitial
  discrete Real y;
equation
  when {initial(), time > 1} then
    y = time + 2;
  end when;
end WhenInitial;
