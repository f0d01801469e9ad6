model M
  Real x;
equation
  x = 1;
  x = time;  // error[E0501]: this equation determines nothing: everything in it is known already
end M;
