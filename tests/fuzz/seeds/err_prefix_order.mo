connector C
  input flow Real f;
  Real p;
end C;
