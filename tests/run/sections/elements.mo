// The complete array belongs to the section that assigns one of its elements (11.1.2): the others
// keep their value, pre(n) or the start of a continuous variable; where an equation determines
// them, that holds.
// expect: n[1] = 4
// expect: n[2] = 6
// expect: z = 4
// expect: y[1] = 5
// expect: y[2] = 3 +- 1e-9
// expect: shared[1] = 1 +- 1e-9
// expect: shared[2] = 2 +- 1e-9
model Elements
  Integer n[2](start = {4, 5}, each fixed = true);
  Real z = n[1], y[2](start = {5, 6}), shared[2];
equation
  shared[1] = time;
algorithm
  when time > 0.5 then
    n[2] := pre(n[2]) + 1;
  end when;
algorithm
  y[2] := 3*time;
algorithm
  shared[2] := 2*time;
end Elements;
