model DeterminedTwice
  Real x;
equation
  x = 1;
  x = 2;  // error[E0501]: this equation determines nothing: everything in it is known already
end DeterminedTwice;
