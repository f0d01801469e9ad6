model M
  parameter Integer n = 1.5;  // error[E0301]@25: 'n' is of type 'Integer', but its value is of type 'Real'
end M;
