model M
  Real x(start = 1, start = 2);  // error[E0208]@21: 'start' is modified twice
equation
  der(x) = 1;
end M;
