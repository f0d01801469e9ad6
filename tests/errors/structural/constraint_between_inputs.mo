model ConstraintBetweenInputs
  input Real u1, u2;
  Real x;
equation
  u1 = u2;  // error[E0501]: this equation is a constraint between inputs: they are given from outside
  x = u1;
end ConstraintBetweenInputs;
