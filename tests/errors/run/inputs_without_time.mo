// simulate: --inputs tests/errors/run/inputs/no_time.csv
// error[E0730]@0: tests/errors/run/inputs/no_time.csv: the first column is 'u', and must be 'time'
model InputsWithoutTime
  input Real u, speed;
  Real x = u + speed;
end InputsWithoutTime;
