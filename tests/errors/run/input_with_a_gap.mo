// simulate: --inputs tests/errors/run/inputs/gap.csv
// error[E0730]@0: tests/errors/run/inputs/gap.csv: 'u' at time 1: there is no number
model InputWithAGap
  input Real u, speed;
  Real x = u + speed;
end InputWithAGap;
