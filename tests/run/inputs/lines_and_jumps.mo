// Inputs from a table: u rises to 1 at time 1, jumps to 3, stays, and falls to 0 at 2; b is held.
// x is its integral: 1/2, then + 3/2, then + 3/4. c counts the time with u > 0.5: from 0.5 on, and
// after 1.5 until u = 3 - 6*(t - 1.5) = 0.5 at 1.5 + 5/12. b changes at 1 and 1.5. Rows where lines
// have corners are ends of steps, so that the integral is exact for methods of order one and more.
// simulate: --inputs tests/run/inputs/table.csv --tolerance 1e-8
// simulate: --inputs tests/run/inputs/table.csv --method dopri5 --tolerance 1e-6
// simulate: --inputs tests/run/inputs/table.csv --method rk4 --step 0.0333
// simulate: --inputs tests/run/inputs/table.csv --dae --tolerance 1e-8
// simulate: --inputs tests/run/inputs/table.csv --inline trapezoid --step 0.01
// expect: u(0.25) = 0.25 +- 1e-12
// expect: u(1-) = 1 +- 1e-12
// expect: u(1) = 3
// expect: x(1) = 0.5 +- 1e-7
// expect: x(1.5) = 2 +- 1e-7
// expect: x(end) = 2.75 +- 1e-7
// expect: y(1.75) = 3 +- 1e-12
// expect: c(end) = 1.41666666667 +- 1e-7
// expect: n(0.9) = 1
// expect: n(1.2) = 4
// expect: n(end) = 9
// expect: old(1.7) = 1
// expect: event 1 = 0.5 +- 1e-8
// expect: event 2 = 1
// expect: event 3 = 1.5
// expect: event 4 = 1.91666666667 +- 1e-8
// expect: events = 4
// expect: sum_w(1.25) = 7
// expect: sum_w(1.75) = 7.5 +- 1e-12
model LinesAndJumps
  input Real u(start = 7);
  input Boolean b(start = true);
  input Real w[2];
  Real x(start = 0, fixed = true), c(start = 0, fixed = true);
  Real y = 2*u;
  Real sum_w = w[1] + w[2];
  Integer n(start = 1, fixed = true), old(start = 0, fixed = true);
equation
  der(x) = u;
  der(c) = if u > 0.5 then 1 else 0;
  when change(b) then
    n = if b then pre(n) + 3 else pre(n) + 5;
    old = if pre(b) then 1 else 0;
  end when;
  annotation(experiment(StopTime = 2));
end LinesAndJumps;
