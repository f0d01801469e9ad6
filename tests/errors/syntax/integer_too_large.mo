model M
  parameter Integer i = 99999999999999999999;  // error[E0112]@25: this number is too large for an Integer
end M;
