// simulate:
// simulate: --dae --method ida
// Start values that depend on parameters found at the start (fixed = false, 8.6): p = 4, q = 2.
// Fixed or not, of states, discrete variables and array elements, through other parameters; as a
// guess: x*x = 4 + time is solved near -p, so x = -sqrt(5) at the end.
// expect: a(start) = 8 +- 1e-12
// expect: b = 8 +- 1e-9
// expect: quotient = 2 +- 1e-9
// expect: free = 5 +- 1e-9
// expect: v[1] = 2 +- 1e-9
// expect: v[2] = 4 +- 1e-9
// expect: n = 4
// expect: d = 9 +- 1e-12
// expect: yes = 1
// expect: negative = -8 +- 1e-9
// expect: x = -2.2360679775 +- 1e-8
// expect: y = 2.2360679775 +- 1e-8
// expect: solved = 3 +- 1e-9
model OfFoundParameters
  parameter Real p(fixed = false), q(fixed = false), solved(fixed = false);
  parameter Integer m(fixed = false);
  parameter Real twice = 2*p, more = twice/q + 1;
  Real a(start = 2*p, fixed = true), b(start = twice, fixed = true);
  Real quotient(start = p/q, fixed = true), free(start = more), v[2](start = {q, p}, each fixed = true);
  Real negative, other(start = twice, fixed = true), x(start = -p), y(start = p/q);
  Real c(start = 2*solved, fixed = true);
  Integer n(start = m, fixed = true);
  discrete Real d(start = twice, fixed = true);
  Boolean yes(start = p > 3, fixed = true);
initial equation
  p = 4;
  q = 2;
  m = 4;
  c = 6;
equation
  der(a) = 0;
  der(b) = 0;
  der(quotient) = 0;
  der(free) = 0;
  der(v) = zeros(2);
  der(c) = 0;
  negative = -other;
  der(negative) = 0;
  x*x = 4 + time;
  y*y = 4 + time;
  when sample(0.5, 1) then
    d = pre(d) + 1;
    n = pre(n);
    yes = pre(yes);
  end when;
end OfFoundParameters;
