model M
  parameter Real p = sin(p);  // error[E0306]@22: the value of 'p' depends on itself
end M;
