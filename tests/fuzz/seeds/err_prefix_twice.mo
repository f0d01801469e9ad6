model M
  parameter parameter Real p = 1;
end M;
