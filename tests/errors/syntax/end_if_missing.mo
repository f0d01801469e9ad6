model M
  Real x;
equation
  if time > 1 then  // error[E0105]@3: this 'if' has no 'end if'
    x = 1;
  else
    x = 2;
end M;
