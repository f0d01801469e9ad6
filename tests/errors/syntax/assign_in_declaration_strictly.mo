// check: --strict
model M
  parameter Real x := 1;  // error[E0107]@20: a declaration takes its value with '=', not ':='
end M;
