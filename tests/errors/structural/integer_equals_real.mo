model IntegerEqualsReal
  Real x = time, z;
  Integer k, n = 3, m;
equation
  k = x/2;  // error[E0301]: 'k' is of type 'Integer', but 'x/2.0' is of type 'Real'
  x + 1 = m;  // error[E0301]: 'm' is of type 'Integer', but 'x + 1.0' is of type 'Real'
  z/2 = n;
end IntegerEqualsReal;
