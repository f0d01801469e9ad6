// A pump with a curve of third order fills a tank at rest through a valve: planted m = 2 at a level of 3.
// expect: m(start) = 2.0 +- 1e-7
// expect: level(start) = 3.0 +- 1e-6
model PumpAndTank
  Real m, level(start = 1, min = 0), dp;
equation
  der(level) = m - 2*sqrt(level/3);
  dp = 30 - m - 0.25*m^3 - m^2;
  dp = 4*level + 2*m*abs(m) + 2;
initial equation
  der(level) = 0;
end PumpAndTank;
