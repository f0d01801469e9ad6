model Resistor
  parameter Real resistance = 1;
end Resistor;
model M
  Resistor r(resistence = 2);  // error[E0207]@14: 'Resistor' has no element 'resistence' to modify
end M;
