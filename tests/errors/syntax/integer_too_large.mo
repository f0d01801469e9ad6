model M
  parameter Integer i = 9007199254740992;  // error[E0112]@25: this number is too large for an Integer
end M;
