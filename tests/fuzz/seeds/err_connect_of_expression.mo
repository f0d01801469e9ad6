model M
equation
  connect(a + b, c);
end M;
