model DelayWithoutMaximum
  Real x = sin(time);
  Real y;
equation
  y = delay(x, 1 + x);  // error[E0304]: the delay time, without a maximum, must be a parameter expression, but '1
end DelayWithoutMaximum;
