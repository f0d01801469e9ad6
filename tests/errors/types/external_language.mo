function f
  input Real a;
  output Real y;
  external "COBOL" y = g(a);  // error[E0316]: the language must be "C", "FORTRAN 77" or "builtin"
end f;
model ExternalLanguage
  Real x = f(time);
end ExternalLanguage;
