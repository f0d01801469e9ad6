model M
  parameter constant Real p = 1;  // error[E0115]@13: 'parameter' and 'constant' exclude each other
end M;
