// simulate: --inputs tests/errors/run/inputs/wrong.csv
// error[E0730]@0: tests/errors/run/inputs/wrong.csv: 'speeed' is no variable of the model
// error[E0730]@0: tests/errors/run/inputs/wrong.csv: 'x' is no input of the model, its equations decide it
model ColumnOfNoInput
  input Real u, speed;
  Real x(start = 0, fixed = true);
equation
  der(x) = u - speed;
end ColumnOfNoInput;
