model RedundantAlias
  Real a, b, c;  // error[E0502]: no equation determines 'a'
equation
  a = b;
  b = c;
  c = a;  // error[E0501]: this equation says nothing new: it follows from others
end RedundantAlias;
