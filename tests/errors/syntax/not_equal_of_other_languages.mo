model M
  Boolean b = time != 1;  // error[E0109]@20: '!=' is written '<>' in Modelica
end M;
