// check: --strict
model NegativeSize
  parameter Integer n = 1;
  Real x[:] = zeros(n - 2);  // error[E0302]: the size -1 is negative
end NegativeSize;
