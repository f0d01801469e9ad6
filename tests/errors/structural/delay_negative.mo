// The delay time is not negative (3.7.4).
model DelayNegative
  Real y = delay(time, -1); // error[E0308]@24: the delay time -1 is negative
end DelayNegative;
