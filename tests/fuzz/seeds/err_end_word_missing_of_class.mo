package P
  model A
    Real x;
  A;
  model B
  end B;
end P;
