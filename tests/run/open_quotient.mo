// A carried quantity while nothing flows: H = m*h is 0 = 0*h until the pump starts, and h keeps
// its value; afterwards h = H/m. Reference: h = 5 for every m > 0, exactly.
// simulate: --stop-time 2
// expect: h(0.5) = 0 +- 1e-12
// expect: h(1.5) = 5 +- 1e-9
// expect: x(2) = 5 +- 1e-5
model OpenQuotient
  Real m, H, h;
  Real x(start = 0, fixed = true);
equation
  m = if time > 1 then time - 1 else 0;
  H = 5*m;
  H = m*h;
  der(x) = h;
end OpenQuotient;
