// der(x) stands inside a sine and outside: it cannot be isolated, and is found by iteration. A loop of one. The equation can be
// solved for the derivative everywhere, though: an implicit differential equation, index 0.
// expect: index = 0
// expect: states = {x}
// expect: loops = {1}
// expect: kinds = {nonlinear}
// expect: tearing = {der(x)}
model ImplicitSlope
  Real x(start = 1, fixed = true);
equation
  der(x) + 0.5*sin(der(x)) = -x;
end ImplicitSlope;
