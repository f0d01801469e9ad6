model M
  Boolean b = time > 1 && time < 2;
end M;
