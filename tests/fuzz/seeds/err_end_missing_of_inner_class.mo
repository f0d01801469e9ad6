package P
  model A
    Real x;
  model B
  end B;
end P;
