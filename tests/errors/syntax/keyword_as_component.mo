model M
  Real block;  // error[E0108]@8: 'block' is a word of the language and cannot be a name
  Real y;
equation
  y = 1;
end M;
