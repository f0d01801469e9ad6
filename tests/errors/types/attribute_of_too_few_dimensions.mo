// A row is not a matrix, and nobody says which of its dimensions the row is for. A type that is a row
// says it, and so does 'each'.
model M
  type Row = Real[2](start = {3, 1});
  Row a[2](each fixed = true);
  Row b[2](each start = {4, 5}, each fixed = true);
  Real x[2, 2](start = {3, 1}); // error[E0301]@24: the attribute 'start' of 'x' must be of type 'Real[2, 2]', but is of type 'Integer[2]'
equation
  der(a) = -a;
  der(b) = -b;
  der(x) = -x;
end M;
