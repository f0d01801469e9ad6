// A small linear loop with constant coefficients is eliminated by the compiler: there is no solver in it.
// count: 0 solve
model EliminatedLoop
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = -x;
  a + 2*b = x;
  a - b = 1;
end EliminatedLoop;
