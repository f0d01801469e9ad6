// The frequency is given at the start and is the average of the speeds from then on, one of which follows
// it: how the speeds begin to change is told by the average. By hand: both accelerations are equal, so
// 2*V^2 - 0.3*V - 3.7 = 0 and V = (0.3 + sqrt(29.69))/4.
// expect: V(0) = 1.4372132725825284 +- 1e-9
// expect: a1(0) = -0.0218606636 +- 1e-8
// expect: a2(0) = -0.0218606636 +- 1e-8
model SpeedOfTheAverage
  parameter Real H1 = 2, H2 = 3;
  Real theta(start = 0), omega, w1(start = 1), w2, phi1(start = 0), phi2;
  Real tau1, tau2, V, a1, a2;
equation
  omega = if initial() then 1 else (H1*w1 + H2*w2)/(H1 + H2);
  der(theta) = omega;
  phi2 = theta;
  w2 = der(phi2);
  w1 = der(phi1);
  a1 = der(w1);
  a2 = der(w2);
  H1*a1 = 1 - tau1;
  H2*a2 = 2 - tau2;
  tau1*w1 = 1 - 0.1*(1 - V);
  tau2*w2 = V*V;
initial equation
  w1 = omega;
  phi1 = theta;
end SpeedOfTheAverage;
