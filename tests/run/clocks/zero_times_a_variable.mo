// 16.7: the clock of a partition is that of all variables in its equations, those too that add nothing: 0*k, k - k, 0/k say that m, p and q belong
// to the slow clock. By hand: n counts the ticks 0, 0.1, ..., 0.9, the others every second one of them. What is not clocked loses
// such terms as everywhere else: 0*der(d) is no derivative, 0*d no
// coupling; d = t - 1 + 2 exp(-t).
//
// simulate: --stop-time 0.95 --tolerance 1e-9
// expect: n(0.95) = 10
// expect: m(0.95) = 5
// expect: p(0.95) = 5
// expect: q(0.95) = 5 +- 1e-12
// expect: m(0.15) = 1
// expect: d(0.95) = 0.723482046909 +- 1e-7
// expect: states = {d}
model ZeroTimesAVariable
  Integer n(start = 0), m(start = 0), k(start = 0), p(start = 0);
  Real q(start = 0), c, d(start = 1, fixed = true);
equation
  m = previous(m) + 1 + 0*k;
  p = previous(p) + 1 + (k - k);
  q = previous(q) + 1 + 0/(k + 1);
  k = subSample(n, 2);
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  c = time + 0*der(d);
  der(d) = c - d + 0*d;
end ZeroTimesAVariable;
