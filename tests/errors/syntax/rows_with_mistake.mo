model M
  Real x[3, 2] = [1, 2;
    , 4;  // error[E0101]@5: expected an expression instead of ','
    5, 6];
  Real y;
end M;
