model DimensionZeroOfSize
  Real x[2] = {1, 2}*time;
  Integer n;
equation
  n = size(x, 0);  // error[E0307]: dimensions count from 1
end DimensionZeroOfSize;
