package P
  model A
  end A  // error[E0102]@8: ';' is missing after the class
  model B
  end B;
end P;
