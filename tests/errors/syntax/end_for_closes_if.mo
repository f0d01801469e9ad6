model M
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
  end for;  // error[E0105]@7: 'if' is closed by 'end if'
end M;
