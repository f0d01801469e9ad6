model M
  Rael x = 1;  // error[E0200]@3: 'Rael' is not declared
end M;
