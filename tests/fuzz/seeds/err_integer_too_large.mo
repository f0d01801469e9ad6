model M
  parameter Integer i = 99999999999999999999;
end M;
