// A torn loop whose corrections are lost in rounding errors at its first points, where 'big' has
// taken the last digits of x, and not behind them. The loop in all its unknowns confirms what was
// found as long as it is vague, and seldom from then on: 2,400 iterations where it never ceased to
// be. Reference: x = 1 + 0.01*sin(time), for which the right sides were written; y = 1.
// simulate: --intervals 1000
// expect: x(1) = 1.008414709848079 +- 1e-8
// expect: q(10) = 10.018390715290765 +- 3e-6
// expect: y(10) = 1 +- 1e-9
// expect: loop iterations <= 1500
model VagueAtFirst
  Real q(start = 0, fixed = true), big = 1e5*exp(-50*time), u = 1 + 0.01*sin(time);
  Real x(start = 1), y(start = 1);
equation
  der(q) = x;
  x + ((big + x) - big) + 0.1*x^3 + 0.1*y = 2*u + 0.1*u^3 + 0.1;
  y + 0.1*y^3 + 0.1*x = 1.1 + 0.1*u;
  annotation(experiment(StopTime = 10));
end VagueAtFirst;
