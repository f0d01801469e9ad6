model CommentOfPython
  Real x(start = 1, fixed = true);  # the start  // error[E0109]@37: this character has no meaning in Modelica
equation
  der(x) = -x;
end CommentOfPython;
