// Counterflow heat exchanger by the logarithmic mean of the temperature differences, which has no value where both are
// equal, as they are at the guess. By hand: effectiveness of the number of transfer units (Kays and London).
// expect: Q(start) = 69078.54082479168 +- 1e-4
// expect: Th(start) = 330.9214591752083 +- 1e-6
// expect: Tc(start) = 334.5392704123958 +- 1e-6
model HeatExchanger
  parameter Real Ch = 1000, Cc = 2000, UA = 1500;
  Real Q(nominal = 1e4), Th(start = 390), Tc(start = 310), d1, d2;
equation
  Q = Ch*(400 - Th);
  Q = Cc*(Tc - 300);
  d1 = 400 - Tc;
  d2 = Th - 300;
  Q = UA*(d1 - d2)/log(d1/d2);
end HeatExchanger;
