package P
  modle A
    Real x;
  end A;
end P;
