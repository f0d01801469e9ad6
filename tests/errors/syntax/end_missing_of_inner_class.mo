package P
  model A  // error[E0105]@9: the class 'A' is not closed: 'end A;' is missing
    Real x;
  model B
  end B;
end P;
