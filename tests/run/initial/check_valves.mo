// Two pumps on one header, each behind a check valve; the weaker one is shut by the stronger.
// By hand: 5 - m^2 = m^2 + m^2 for the stronger, the header at 2*m^2 keeps the other (1 - p < 0) closed but for its leak.
// expect: m1(start) = 1.2909944487358056 +- 1e-5
// expect: is_open2(start) = 0 +- 0
model CheckValves
  parameter Real leak = 1e-6;
  Real m1, m2, p, d1, d2;
  Boolean is_open2 = d2 > 0;
equation
  d1 = 5 - m1*abs(m1) - p;
  d2 = 1 - m2*abs(m2) - p;
  m1 = if d1 > 0 then sqrt(d1) else leak*d1;
  m2 = if d2 > 0 then sqrt(d2) else leak*d2;
  (m1 + m2)*abs(m1 + m2) = p;
end CheckValves;
