model RedundantAlias
  Real a, b, c;  // error[E0502]: no equation determines 'a'
equation
  a = b;
  b = c;
  c = a;  // error[E0501]: this equation determines nothing: everything in it is known already
end RedundantAlias;
