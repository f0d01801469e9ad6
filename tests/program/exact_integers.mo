// Behind every operation of Integers that may leave their range stands an instruction that looks at it; comparisons need none.
// count in event: 3 whole
// count in event: 1 <- >
model ExactIntegers
  parameter Integer k = 3;
  input Integer u(start = 1);
  Integer a, b, c;
  Boolean d;
equation
  a = u + k;
  b = u*k;
  c = u - k;
  d = u > k;
end ExactIntegers;
