// Kepler's problem, eccentricity 0.6: three orbits of length 2 pi lead back to the start.
// simulate: --tolerance 1e-6
// expect: x(end) = 0.4 +- 1e-4
// expect: y(end) = 0 +- 1e-4
model Orbit
  Real x(start = 0.4, fixed = true), y(start = 0, fixed = true);
  Real u(start = 0, fixed = true), v(start = 2, fixed = true);
  Real r = sqrt(x^2 + y^2);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/r^3;
  der(v) = -y/r^3;
  annotation(experiment(StopTime = 18.84955592153876));
end Orbit;
