// Equations of a clocked when-clause have any form [MLS 16.6]: a linear system, a nonlinear
// one, an if-equation with other left sides in its branches. Reference: by hand, x + y and x - y
// give x and y; 0.5 x + x^3 = 0.5 has the root 0.589754512301.
// simulate: --stop-time 1
// expect: x(0) = 2 +- 1e-12
// expect: y(0) = 1 +- 1e-12
// expect: x(0.3) = 3 +- 1e-12
// expect: y(0.3) = 2 +- 1e-12
// expect: r(0.3) = 0.589754512301 +- 1e-9
// expect: a(0.1) = 1 +- 1e-12
// expect: b(0.1) = 4 +- 1e-12
// expect: a(0.6) = 3 +- 1e-12
// expect: b(0.6) = 6 +- 1e-12
// expect: n(0.6) = 3 +- 0
model GeneralEquations
  Real x(start = 0), y(start = 0), r(start = 0), u, a, b;
  Integer n(start = 0);
equation
  when Clock(1, 4) then
    x + y = 3 + previous(x);
    x - y = 1;
    r^3 + r = u + 0.5*r + sample(time);
    u + 0 = sample(0.25) - 0*n + (0.25 - sample(time));
    -n = -previous(n) - 1;
    if n < 3 then
      a + b = 5;
      b - a = 3;
    else
      a = 3;
      b = 2*a;
    end if;
  end when;
end GeneralEquations;
