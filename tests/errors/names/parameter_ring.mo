model M
  parameter Real p = 2*q;  // error[E0306]@22: the value of 'p' depends on itself
  parameter Real q = p + 1;
  Real x = p;
end M;
