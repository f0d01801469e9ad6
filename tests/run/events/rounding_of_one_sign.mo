// A vessel at the pressure outside, 101325 Pa, whose gas is kept at 300 K: nothing flows, and the
// difference of the pressures is rounding, of one sign while time goes on and zero in the event
// that it leads to. The condition does not switch there, and after a few of them it is no event any
// more; without that there are 82, and in larger models thousands.
// simulate: --stop-time 100
// expect: events <= 20
// expect: p(100) = 101325 +- 1e-3
// expect: T(100) = 300 +- 1e-6
model RoundingOfOneSign
  parameter Real outside = 101325, V = 0.01, R = 3629.5251355062783, start = outside*V/(R*300);
  Real m(start = start, fixed = true), U(start = start*2.5*R*300, fixed = true), T, p, s, q;
  Real w(start = 0, fixed = true);
  Boolean open;
equation
  der(m) = -q;
  der(U) = -q*3.5*R*T - 193.8452060804267*(T - 300) - 1e-12*w;
  der(w) = 3.541503795850108*(sin(3*time) - w);
  U = m*2.5*R*T;
  p*V = m*R*T;
  s = max(-0.7, min((p - outside)/p, 0.7));
  open = s >= 0;
  q = 1e-5*(if open then s/sqrt(sqrt(s^2 + 1e-6)) else 2*s/sqrt(sqrt(s^2 + 1e-6)));
end RoundingOfOneSign;
