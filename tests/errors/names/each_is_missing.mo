model Gain
  parameter Real k = 1;
end Gain;
model M
  Gain g[3](k = 5);  // error[E0301]@17: the value for 'k' must have one element for each of the components; write 'each' if all get the same
end M;
