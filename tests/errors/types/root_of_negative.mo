model RootOfNegative
  Real x;
equation
  x = sqrt(-4)*time;  // error[E0314]: 'sqrt' is not defined for -4
end RootOfNegative;
