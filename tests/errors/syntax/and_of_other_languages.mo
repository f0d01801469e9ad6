model M
  Boolean b = time > 1 && time < 2;  // error[E0109]@24: '&&' is written 'and' in Modelica
end M;
