// 2*r = u + 0.5 and 3*r = u + 0.2 as quotients: u = -1.1, r = -0.3. Between the guess and the solution
// lies the pole at u = -0.5, where the residual changes its sign as well.
// expect: u(0) = -1.1 +- 1e-9
// expect: r(0) = -0.3 +- 1e-9
model BehindAPole
  Real u(start = 0.1);
  Real r(start = 0.3);
equation
  2 = (u + 0.5)/r;
  3 = (u + 0.2)/r;
end BehindAPole;
