// Equal variables share a word: nothing is moved for them.
// count in outputs: 0 <- move
// count in outputs: 1 <- *
model AliasesAreFree
  Real x(start = 1, fixed = true), a, b, c, d;
equation
  der(x) = -x;
  a = x;
  b = a;
  d = c;
  c = 2*b;
end AliasesAreFree;
