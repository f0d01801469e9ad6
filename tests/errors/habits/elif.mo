// A word of Python.
model Elif
  Real x;
equation
  if time > 1 then
    x = 1;
  elif time > 2 then  // error[E0101]: expected '=' instead of 'time'
    x = 2;
  else
    x = 3;
  end if;
end Elif;
