model M
  Rael x;  // error[E0200]@3: 'Rael' is not declared
equation
  x = 1;
end M;
