model M
equation
  while time > 1 loop
    x = 1;
  end while;
end M;
