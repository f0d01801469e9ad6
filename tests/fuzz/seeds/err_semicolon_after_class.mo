package P
  model A
  end A
  model B
  end B;
end P;
