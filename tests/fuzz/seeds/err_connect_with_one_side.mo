model M
equation
  connect(a);
end M;
