model M
  connector Pin
    Real v = 1;
    flow Real i;
  end Pin;
  block B
    Pin p;  // warning[E0229]: the connector 'p' of the block 'M.B' has the variable 'v' that is neither input nor output (4.7)
  end B;
  B b;
end M;
