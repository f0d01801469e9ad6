// What parameters alone decide about is looked at until it holds, and again when parameters were set: all of it behind one
// jump, with a word that says so.
// count in asserts: 2 <- >=
// count in asserts: 1 <- <
// count in asserts: 1 <- move 1
// count in parameters: 1 <- move 0
model AssertionsOfParameters
  parameter Real a = 1, b = 2;
  Real x(start = 0, fixed = true);
equation
  der(x) = a;
  assert(a >= 0, "a is negative");
  assert(x < 100, "x is large");
  assert(b >= a, "b is less than a");
end AssertionsOfParameters;
