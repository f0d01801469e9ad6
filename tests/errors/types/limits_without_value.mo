// 4.9: between min and max there is a value.
model LimitsWithoutValue
  parameter Real p(min = 2, max = 1) = 1.5; // error[E0243]@18: no value of 'p' lies between min = 2 and max = 1
end LimitsWithoutValue;
