// Integers are exact up to 2^53 - 1: what exceeds them has no value at compile time, either.
model SizeBeyondIntegers
  constant Integer n = 9007199254740991;
  parameter Integer m = n;
  Real x[m + 1 - n] = {1}; // error[E0314]: 'm + 1 - n' cannot be evaluated at compile time: the result exceeds the range of Integer
end SizeBeyondIntegers;
