model Resistor
  parameter Real resistance = 1;
end Resistor;
model M
  extends Resistor(resist = 2);  // error[E0207]@20: the base class 'Resistor' has no element 'resist' to modify
end M;
