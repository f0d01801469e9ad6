model M
  Boolean b = time != 1;
end M;
