model M
  Real x;;  // error[E0101]@10: a ';' too many
equation
  x = 1;
end M;
