// simulate: --inputs tests/errors/run/inputs/no_boolean.csv
// error[E0730]@0: tests/errors/run/inputs/no_boolean.csv: 'on' at time 1, 0.5: this is no value of its type
model InputOfAnotherType
  input Real u, speed;
  input Boolean on;
  Real x = if on then u else speed;
end InputOfAnotherType;
