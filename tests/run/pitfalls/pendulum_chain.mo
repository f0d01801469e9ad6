// simulate: --tolerance 1e-6
// simulate: --tolerance 1e-8
// simulate: --tolerance 1e-8 --method radau5
// A double pendulum, masses and lengths 1: small oscillations have w^2 = g*(2 -+ sqrt(2)). Started in
// the slow mode with 1e-3 rad: phi1 = 1e-3*cos(w*t), phi2 = sqrt(2)*phi1.
// expect: phi1(3.0) = 6.149980081e-4 +- 1e-8
// expect: e(3.0) = 0 +- 1e-8
model PendulumChain
  constant Real g = 9.81;
  Real phi1(start = 1e-3, fixed = true, nominal = 1e-3), w1(start = 0, fixed = true, nominal = 1e-3);
  Real phi2(start = sqrt(2)*1e-3, fixed = true, nominal = 1e-3);
  Real w2(start = 0, fixed = true, nominal = 1e-3), d = phi1 - phi2, e;
  parameter Real e0(fixed = false);
initial equation
  e = 0;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  2*der(w1) + cos(d)*der(w2) + sin(d)*w2^2 + 2*g*sin(phi1) = 0;
  cos(d)*der(w1) + der(w2) - sin(d)*w1^2 + g*sin(phi2) = 0;
  e = w1^2 + 0.5*w2^2 + cos(d)*w1*w2 - 2*g*cos(phi1) - g*cos(phi2) - e0;
  annotation(experiment(StopTime = 3));
end PendulumChain;
