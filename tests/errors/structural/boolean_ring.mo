model BooleanRing
  Boolean a, b;  // error[E0502]: no equation determines 'a'
equation
  a = not b;
  b = not a;  // error[E0501]: this equation determines nothing: everything in it is known already
end BooleanRing;
