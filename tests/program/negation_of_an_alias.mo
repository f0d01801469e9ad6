// c = -b is an alias with a sign: who reads c gets minus b. Nothing else is computed.
// count in outputs: 1 <- 
model NegationOfAnAlias
  Real x(start = 1, fixed = true), b, c, d;
equation
  der(x) = 1;
  b = x;
  c = -b;
  d = 3 - c;
end NegationOfAnAlias;
