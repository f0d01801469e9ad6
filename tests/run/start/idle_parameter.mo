// p is left to an equation that nobody has written, and gives a guess only: x^3 + x = 2 has the solution 1
// whatever p is. The start of a state is no guess, where no other condition takes its place.
// expect: x(0) = 1 +- 1e-9
// expect: p(0) = 3
// expect: warning no equation determines the parameter 'p', and only guesses need it
model IdleParameter
  parameter Real p(fixed = false, start = 3);
  parameter Real q = 2*p;
  Real x(start = q);
  Real z(start = 0, fixed = true);
equation
  x^3 + x = 2;
  der(z) = x;
end IdleParameter;
