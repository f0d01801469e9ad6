model M
  Real x = if time > 1 then 2;
end M;
