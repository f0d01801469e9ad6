// Friction factor of a rough pipe in turbulent flow (Colebrook). Reference: fixed point 1/sqrt(f) = -2*log10(...), bisection.
// expect: f(start) = 0.018513866077471672 +- 1e-10
model Colebrook
  Real f(start = 1, min = 0), y;
equation
  y = -2*log10(1e-4/3.7 + 2.51*y/1e5);
  1 = y*sqrt(f);
end Colebrook;
