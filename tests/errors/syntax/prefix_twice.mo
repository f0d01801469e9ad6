model M
  parameter parameter Real p = 1;  // error[E0115]@13: 'parameter' is written twice
end M;
