model TwoWhens
  Integer n(start = 0, fixed = true);
equation
  when time > 1 then
    n = pre(n) + 1;
  end when;
  when time > 2 then
    n = pre(n) + 2;  // error[E0501]: 2 equations for 'n'
  end when;
end TwoWhens;
