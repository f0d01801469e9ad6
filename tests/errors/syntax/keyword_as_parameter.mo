model M
  parameter Real output = 1;  // error[E0108]@18: 'output' is a word of the language and cannot be a name
end M;
