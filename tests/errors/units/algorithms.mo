// Statements, when-clauses, loops, assertions, initial equations.
model Algorithms
  Real x(unit = "m", start = 1), v(unit = "m/s"), t(unit = "s"), d(unit = "m");
  discrete Real last(unit = "s", start = 0, fixed = true);
  Real sums[2](each unit = "m");
  Real a(unit = "m"), work;
initial equation
  x = v;  // warning[E0330]: the sides of the equation have different units: 'x' is m, 'v' is m/s
equation
  der(x) = v;
  v = -1;
  t = 3;
  when x < 0.5 then
    last = x;  // warning[E0330]: the sides of the equation have different units: 'last' is s, 'x' is m
    reinit(x, v);  // warning[E0330]: a variable and what is assigned to it have different units: 'x' is m, 'v' is m/s
  end when;
  assert(x > v, "never");  // warning[E0330]: 'x > v' compares different units: 'x' is m, 'v' is m/s
  for k in 1:2 loop
    sums[k] = k*t;  // warning[E0330]: the sides of the equation have different units: 'sums[k]' is m, 'k*t' is s
  end for;
algorithm
  work := x;
  d := work;
  work := t;
  a := t;  // warning[E0330]: a variable and what is assigned to it have different units: 'a' is m, 't' is s
  if d < t then  // warning[E0330]: 'd < t' compares different units: 'd' is m, 't' is s
    a := 2;
  end if;
end Algorithms;
