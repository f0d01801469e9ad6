// The length of a vector has no derivative where the vector vanishes, which is where the guess is.
// Solution by hand: V*(V + 1) = |(18, 24)| = 30, so V = 5 and (a, b) = (3, 4).
// expect: a(1) = 3 +- 1e-9
// expect: b(1) = 4 +- 1e-9
model length_of_zero
  Real a, b, V;
equation
  V = sqrt(a^2 + b^2);
  a*V + a = 18;
  b*V + b = 24;
end length_of_zero;
