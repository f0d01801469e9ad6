// Two streams meet and leave as one, with friction in each pipe; no flow at the guess, so nothing says what mixes.
// Planted: m = 2 and 1 at pressures 5, 2 into a node at 1; the mixture has (2*300 + 1*360)/3 = 320.
// expect: m1(start) = 2.0 +- 1e-7
// expect: m2(start) = 1.0 +- 1e-7
// expect: T(start) = 320.0 +- 1e-6
// expect: p(start) = 1.0 +- 1e-6
model JunctionOfStreams
  Real m1, m2, m3, p, T(start = 293);
equation
  5 - p = m1*abs(m1);
  2 - p = m2*abs(m2);
  p - 0 = m3*abs(m3)/9;
  m1 + m2 = m3;
  m1*300 + m2*360 = m3*T;
end JunctionOfStreams;
