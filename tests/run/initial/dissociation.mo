// Equilibrium of a weak acid in logarithms. By hand: x^2 = K*(1 - x).
// expect: x(start) = 0.03112672920173694 +- 1e-10
model Dissociation
  Real lx, la, x = exp(lx), a = exp(la);
equation
  2*lx = log(1e-3) + la;
  exp(lx) + exp(la) = 1;
end Dissociation;
