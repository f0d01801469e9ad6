model M
  Boolean b = 0 < time < 1;
end M;
