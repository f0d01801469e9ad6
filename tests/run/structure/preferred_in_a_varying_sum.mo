// A preferred variable that would take a choice of states while the simulation runs is not worth it:
// both coefficients vary, and `i` follows from `p`, as in the model without the wish.
// The numbers: x = 1 + t, p = exp(-t), i = x/(2 + x)*p.
model PreferredInAVaryingSum
  Real x(start = 1, fixed = true), p(start = 1, fixed = true);
  Real i(stateSelect = StateSelect.prefer);
equation
  der(x) = 1;
  der(p) = -p;
  x*p = (2 + x)*i;
end PreferredInAVaryingSum;
// expect: states = {p x}
// expect: i(1.0) = 0.18393972059 +- 1e-5
