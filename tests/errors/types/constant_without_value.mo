model ConstantWithoutValue
  constant Real c;  // error[E0239]: the constant 'c' has no value
  Real x;
equation
  x = c*time;
end ConstantWithoutValue;
