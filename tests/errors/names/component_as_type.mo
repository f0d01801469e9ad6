model M
  Real x = 1;
  x y;  // error[E0202]@3: 'x' is not a class
end M;
