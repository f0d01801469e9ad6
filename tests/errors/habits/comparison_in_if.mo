// A novice compares with one sign.
model ComparisonInIf
  parameter Integer gear = 1;
  Real y;
equation
  if gear = 1 then  // error[E0101]: '=' makes an equation; a comparison is written '=='
    y = 1;
  else
    y = 2;
  end if;
end ComparisonInIf;
