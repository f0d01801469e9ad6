model Gain
  parameter Real k = 1;
end Gain;
model M
  Gain g[3](k = {1, 2});  // error[E0301]@17: the value for 'k' has 2 elements for 3 components
end M;
