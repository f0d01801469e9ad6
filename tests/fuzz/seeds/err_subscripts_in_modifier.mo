model M
  A a(x[1] = 2);
end M;
