model M
  Real x = time ** 2;  // error[E0109]@17: '**' is written '^' in Modelica
end M;
