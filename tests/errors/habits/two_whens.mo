// Two when-clauses for one variable.
model TwoWhens
  discrete Real x(start = 0, fixed = true);
equation
  when time > 1 then
    x = 1;
  end when;
  when time > 2 then
    x = 2;  // error[E0501]: 2 equations for 'x'
  end when;
end TwoWhens;
