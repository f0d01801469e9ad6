// simulate: --stop-time 1
// An Integer quotient whose divisor is zero at the start.
model IntegerQuotient
  Integer n = integer(10*time);
  Integer m = div(10, n);  // error[E0702]@15: no consistent start values at time 0
end IntegerQuotient;
