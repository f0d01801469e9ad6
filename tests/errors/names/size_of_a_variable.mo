model M
  Integer n = integer(time);
  Real x[n] = zeros(n);  // error[E0305]@10: the value of 'n' is needed at compile time, but it is no parameter
end M;
