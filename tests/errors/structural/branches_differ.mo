model BranchesDiffer
  Real x, y;
equation
  if time < 1 then  // error[E0315]: the branches of the if-equation have 2 and 1 equations; they must have as many unless the
    x = 1;
    y = 2;
  else
    x = 2;
  end if;
end BranchesDiffer;
