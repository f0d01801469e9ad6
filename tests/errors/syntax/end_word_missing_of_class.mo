package P
  model A
    Real x;
  A;  // error[E0105]@3: 'end' is missing before 'A'
  model B
  end B;
end P;
