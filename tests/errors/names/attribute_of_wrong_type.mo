model M
  Real x(start = true);  // error[E0301]@18: the attribute 'start' of 'x' must be of type 'Real', but is of type 'Boolean'
equation
  der(x) = 1;
end M;
