// The same in an expression.
model ComparisonInExpression
  parameter Integer gear = 1;
  Real y = if gear = 2 then 1 else 2;  // error[E0101]: '=' makes an equation; a comparison is written '=='
end ComparisonInExpression;
