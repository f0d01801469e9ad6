model M
  Real x = if time > 1 then 2;  // error[E0103]@30: an if-expression needs an 'else' before ';'
end M;
