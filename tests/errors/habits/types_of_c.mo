// The words of C for types, and functions of its library.
model TypesOfC
  double x = 1;  // error[E0200]: 'double' is not declared
  int k = 2;  // error[E0200]: 'int' is not declared
  Real z = fabs(-1);  // error[E0200]: 'fabs' is not declared
  Real l = ln(2);  // error[E0200]: 'ln' is not declared
end TypesOfC;
