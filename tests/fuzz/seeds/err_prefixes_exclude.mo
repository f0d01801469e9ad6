model M
  parameter constant Real p = 1;
end M;
