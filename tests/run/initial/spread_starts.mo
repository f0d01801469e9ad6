// The density has the start value of its type alone, where nothing can be evaluated; but it follows from the temperature,
// whose start value was given in the model (8.6.2: the higher a start value was set, the more it counts).
// Solution planted: T = 320, d = 1000 - 0.4*(320 - 293) = 989.2, v = sqrt(d - 900), w = v*sqrt(d - 800).
// expect: T(1) = 320 +- 1e-9
// expect: d(1) = 989.2 +- 1e-9
package Quantities
  type Density = Real(start = 1, nominal = 1000);
end Quantities;
model spread_starts
  Quantities.Density d;
  Real T(start = 300), v, w;
equation
  d = 1000 - 0.4*(T - 293);
  v = sqrt(d - 900);
  w = sqrt(d - 800)*v;
  T + 0.1*v^2 + 0.01*w = 320 + 0.1*89.2 + 0.01*sqrt(189.2)*sqrt(89.2);
end spread_starts;
