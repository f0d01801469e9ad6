// Modelica 3.4 and before had ':=' as another way to write '='.
model M
  parameter Real x := 1;  // warning[E0107]@20: a declaration takes its value with '=', not ':='
end M;
