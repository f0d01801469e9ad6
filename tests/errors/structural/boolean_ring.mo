model BooleanRing
  Boolean a, b;  // error[E0502]: no equation determines 'a'
equation
  a = not b;
  b = not a;  // error[E0501]: this equation says nothing new: it follows from others
end BooleanRing;
