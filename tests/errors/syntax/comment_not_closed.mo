model M
  Real x; /* the position  // error[E0110]@11: this comment is not closed with
equation
  x = 1;
end M;
