model M
  parameter Real x := 1;
end M;
