// check: --class M
partial model M  // error[E0230]@15: 'M' is partial and cannot be simulated
  Real x = 1;
end M;
