// Steady state of an exothermic reactor. Reference: the one root, by bisection.
// expect: T(start) = 318.7342439490272 +- 1e-6
model StirredReactor
  Real c(start = 1), T(start = 320), k;
equation
  k = 7.2e10*exp(-8750/T);
  der(c) = 1 - c - k*c;
  der(T) = 350 - T + 100*k*c - 2.0920*(T - 300);
initial equation
  der(c) = 0;
  der(T) = 0;
end StirredReactor;
