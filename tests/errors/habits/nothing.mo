// A value for nothing.
model Nothing
  Real x = None;  // error[E0200]: 'None' is not declared
  Real y = NULL;  // error[E0200]: 'NULL' is not declared
end Nothing;
