// Two pipes with turbulent friction, m = k*sqrt(dp), in a row; nothing flows at the guess.
// By hand: m = sqrt(dp/(1/k1^2 + 1/k2^2)).
// expect: m(start) = 0.4 +- 1e-9
// expect: p(start) = 140000.0 +- 1e-3
model PipesInSeries
  parameter Real k1 = 1e-3, k2 = 2e-3;
  Real m, p(start = 1e5, nominal = 1e5);
equation
  m*abs(m) = k1^2*(3e5 - p);
  m*abs(m) = k2^2*(p - 1e5);
end PipesInSeries;
