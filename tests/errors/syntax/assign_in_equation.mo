model M
  Real x;
equation
  x := 1;  // error[E0107]@5: an equation is written with '='; ':=' is for algorithms
end M;
