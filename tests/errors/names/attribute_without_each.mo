model M
  Real x[3](start = 1, fixed = true);  // warning[E0242]@21: 'x' is an array, and the value of its attribute 'start' has one element only // warning[E0242]@32: 'x' is an array
equation
  der(x) = zeros(3);
end M;
