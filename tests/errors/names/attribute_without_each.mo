model M
  Real x[3](start = 1);  // error[E0301]@21: 'x' is an array: the attribute 'start' needs a value for each element; write 'each start' if all get the same
equation
  der(x) = zeros(3);
end M;
