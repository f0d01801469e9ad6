model M
  # my model  // error[E0109]: this character has no meaning in Modelica
  Real x = 1;
end M;
