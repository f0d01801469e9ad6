model M
  parameter Real r = 1e999;
end M;
