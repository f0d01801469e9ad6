model M
  parameter Real output = 1;
end M;
