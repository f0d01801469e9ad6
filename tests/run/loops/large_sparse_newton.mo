// 220 nonlinear equations, each with three unknowns that none of them can be solved for: tearing leaves them all, and
// Newton's method has sparse matrices. The right sides are those of x[i] = (1 + i/n)*cos(time), so that is the solution.
// simulate: --intervals 10
// simulate: --intervals 10 --tolerance 1e-9
// expect: loops = {220}
// expect: tearing = 220
// expect: x[1](0.5) = 0.88157157354 +- 1e-9
// expect: x[220](1) = 1.08060461174 +- 1e-9
// expect: worst = 0 +- 1e-9
model LargeSparseNewton
  parameter Integer n = 220;
  Real x[n](each start = 1);
  Real s[n] = {(1 + i/n)*cos(time) for i in 1:n};
  Real worst = max(abs(x - s));
equation
  for i in 1:n loop
    x[i]^3 + x[i] + 0.1*sin(x[if i > 1 then i - 1 else n]) + 0.1*sin(x[if i < n then i + 1 else 1]) =
      s[i]^3 + s[i] + 0.1*sin(s[if i > 1 then i - 1 else n]) + 0.1*sin(s[if i < n then i + 1 else 1]);
  end for;
  annotation(experiment(StopTime = 1));
end LargeSparseNewton;
