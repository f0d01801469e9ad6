model SizeByZero
  parameter Integer n = 0;
  Real x[div(3, n)] = {1, 2, 3}; // error[E0314]: 'div(3, n)' cannot be evaluated at compile time: division by zero
end SizeByZero;
