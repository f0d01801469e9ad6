// Rounding functions jump at the right instants and hold in between. By definition:
// ceil(x) = -floor(-x), div truncates towards zero, rem(x, y) = x - div(x, y)*y.
// simulate: --stop-time 2.5
// expect: up(0.4) = -1 +- 0
// expect: up(0.75) = 0 +- 0
// expect: up(2.2) = 1 +- 0
// expect: quotient(0.2) = -1 +- 0
// expect: quotient(1) = 0 +- 0
// expect: quotient(2.4) = 1 +- 0
// expect: rest(0.5) = -0.75 +- 1e-12
// expect: rest(2) = 0.75 +- 1e-12
// expect: rounded(0.3) = -1 +- 0
// expect: rounded(2) = 1 +- 0
model StepsUpAndDown
  Real x = time - 1.4;
  Real up = ceil(x);
  Real y = time - 1.25;
  Real quotient = div(y, 1.0);
  Real rest = rem(y, 1.0);
  Integer rounded = if x > 0 then integer(floor(x + 0.5)) else integer(ceil(x - 0.5));
end StepsUpAndDown;
