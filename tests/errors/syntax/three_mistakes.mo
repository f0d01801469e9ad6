model M
  Real x  // error[E0102]@9: ';' is missing after the declaration
  Real y;
  Real z = (1 + 2;  // error[E0106]@18: the '(' is not closed: ')' is missing
equation
  x := 1;  // error[E0107]@5: an equation is written with '='; ':=' is for algorithms
  y = 2;
  z = 3 3;  // error[E0101]@9: unexpected '3' after the equation
  x = 1;
end M;
