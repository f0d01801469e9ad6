// check: -L tests/libraries
model M
  import Springs.Coil;  // error[E0215]@10: the import leads to nothing: there is no 'Coil'
  Coil c;
end M;
