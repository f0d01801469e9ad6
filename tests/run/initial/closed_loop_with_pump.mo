// A pump in a closed loop of pipe, heater and cooler. At the guess nothing flows, so that the temperatures are undetermined.
// By hand: a - b*m^2 = k*m^2; the heat goes through the cooler, Q = G*((T1 + T2)/2 - T0), and Q = m*c*(T1 - T2).
// expect: m(start) = 3.1622776601683795 +- 1e-6
// expect: T1(start) = 320.3764616262105 +- 1e-5
// expect: T2(start) = 319.6235383737895 +- 1e-5
model ClosedLoopWithPump
  parameter Real a = 3e5, b = 1e4, k = 2e4, c = 4200, Q = 1e4, G = 500, T0 = 300;
  Real m, dp(nominal = 1e5), T1(start = 293), T2(start = 293);
equation
  dp = a - b*m*abs(m);
  dp = k*m*abs(m);
  m*c*(T1 - T2) = Q;
  Q = G*((T1 + T2)/2 - T0);
end ClosedLoopWithPump;
