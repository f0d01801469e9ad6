// More, Garbow and Hillstrom, Testing Unconstrained Optimization Software (1981), problem 3, from its standard start: x = 1.098e-5, y = 9.106 as printed there.
// expect: x(start) = 1.098e-5 +- 1e-8
// expect: y(start) = 9.106 +- 5e-4
model PowellBadlyScaled
  Real x(start = 0), y(start = 1);
equation
  1e4*x*y = 1;
  exp(-x) + exp(-y) = 1.0001;
end PowellBadlyScaled;
