model SizeNotKnown
  parameter Integer n(fixed = false, start = 2);
  Real x[n];  // error[E0305]: the value of 'n' is needed at compile time, but it is found at
initial equation
  n = 2;
equation
  x = fill(time, n);
end SizeNotKnown;
