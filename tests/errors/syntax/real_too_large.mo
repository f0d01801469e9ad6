model M
  parameter Real r = 1e999;  // error[E0112]@22: this number is too large for a Real
end M;
