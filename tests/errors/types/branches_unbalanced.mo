model BranchesUnbalanced
  Real x, y;
equation
  if time > 1 then  // error[E0315]: the branches of the if-equation have 2 and 1 equations; they must have as
    x = 1;
    y = 2;
  else
    x = y;
  end if;
end BranchesUnbalanced;
