model ValuesInARing
  parameter Integer n = m;  // error[E0306]: the value of 'n' depends on itself
  parameter Integer m = n;
  Real x[n] = fill(time, n);
end ValuesInARing;
