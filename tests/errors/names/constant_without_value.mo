model M
  constant Real c;  // error[E0239]@17: the constant 'c' has no value
  Real x = c;
end M;
