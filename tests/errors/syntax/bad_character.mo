model M
  Real x = 1 # 2;  // error[E0109]@14: this character has no meaning in Modelica
end M;
