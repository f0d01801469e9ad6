model M
  Real x;
algorithm
  x = 1;  // error[E0107]@5: a statement assigns with ':='; '=' is for equations
end M;
