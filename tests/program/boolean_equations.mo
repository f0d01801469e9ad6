// and, or, not of discrete variables are instructions; constants among them disappear. c is the fourth variable, and d is c.
// count in event: 1 w4 <- and
// line: w4     d (alias)
// count in event: 0 <- or
model BooleanEquations
  constant Boolean always = true;
  Boolean a = time > 1, b = time > 2, c, d;
equation
  c = a and b and always;
  d = (a or always) and c;
end BooleanEquations;
