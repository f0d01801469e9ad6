model M
  Real x = if time > 1 2 else 3;
end M;
