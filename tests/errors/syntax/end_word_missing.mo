model M
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
  if;  // error[E0105]@3: 'end' is missing before 'if'
end M;
