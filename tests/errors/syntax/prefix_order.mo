connector C
  input flow Real f;  // error[E0115]@9: 'flow' stands before 'input'
  Real p;
end C;
