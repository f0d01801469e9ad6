// The stages of an inlined step are solved together, with one value of each input.
// simulate: --inputs tests/run/inputs/short.csv --inline radau5
// error[E0701]@0: the method 'radau5-embedded' has no inputs that change during a step when inlined
// warning[E0731]@0: tests/run/inputs/short.csv begins at time 0.5
model InputChangesWithinStages
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end InputChangesWithinStages;
