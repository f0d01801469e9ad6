model M
  Real x = sine(time);  // error[E0200]@12: 'sine' is not declared
end M;
