model IntegerTwice
  Integer n;
equation
  n = if time > 1 then 1 else 2;
  n = if time > 2 then 1 else 2;  // error[E0501]: 2 equations for 'n'
end IntegerTwice;
