package P
  modle A  // error[E0101]@3: 'modle' is not a word of the language
    Real x;
  end A;
end P;
