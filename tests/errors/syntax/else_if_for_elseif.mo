model M
  Real x;
equation
  if time > 2 then
    x = 1;
  else if time > 1 then  // error[E0105]@3: 'else if' begins another 'if' that needs its own 'end if'
    x = 2;
  else
    x = 3;
  end if;
end M;
