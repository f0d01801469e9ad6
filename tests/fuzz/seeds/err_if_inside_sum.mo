model M
  Real x = 1 + if time > 1 then 2 else 3;
end M;
