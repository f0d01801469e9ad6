model M
  Real x = 1 + if time > 1 then 2 else 3;  // error[E0113]@16: an if-expression inside a larger expression needs parentheses
end M;
