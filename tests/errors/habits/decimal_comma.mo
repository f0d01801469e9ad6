// The decimal sign of the writer's country.
model DecimalComma
  parameter Real x = 3,5;  // error[E0101]: expected the name of a component instead of '5'
end DecimalComma;
