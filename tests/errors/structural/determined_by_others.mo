// The notes name the equations that made everything known.
model DeterminedByOthers
  Real x, y;
equation
  x = 1;      // note[E0501]: 'x' is determined by x = 1.0
  y = 2*x;    // note[E0501]: 'y' is determined by y = 2.0*x
  x + y = 5;  // error[E0501]: this equation determines nothing: everything in it is known already
end DeterminedByOthers;
