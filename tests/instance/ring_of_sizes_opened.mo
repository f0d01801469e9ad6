// Sizes and values in a ring that a modifier opens: state per dimension and per value: 4.4.3,
//   10.1.
// Expected: b.t = zeros(3, 2), b.n = 3; c.t[2, 2], c.n = 2.  Plain `B a` is an error that names
//   the ring n, size(t, 1), t
connector RO = output Real;
block B
  parameter Real t[:, 2] = zeros(n, 2);
  parameter Integer n = size(t, 1);
  RO y[n];
equation
  y = t[:, 2]*time;
end B;
model RingOfSizesOpened
  B b(n = 3);
  B c(t = [0, 1; 1, 2]);
end RingOfSizesOpened;

/* instance
model RingOfSizesOpened
// B b
parameter Integer b.n = 3;  // frozen
parameter Real[3, 2] b.t = fill(0.0, 3, 2);
output Real[3] b.y;
// B c
parameter Real[2, 2] c.t = {{0.0, 1.0}, {1.0, 2.0}};
parameter Integer c.n = 2;  // frozen
output Real[2] c.y;
equation
  b.y = b.t[:, 2]*time;
  c.y = c.t[:, 2]*time;
end RingOfSizesOpened;
*/
