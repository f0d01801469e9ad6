model Resistor
  parameter Real R = 1;
end Resistor;
model M
  Resistor r(R = 2, R = 3);  // error[E0208]@21: 'R' is modified twice
end M;
