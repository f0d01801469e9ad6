// Which of the two Booleans has a value depends on time.
model BranchesOfDifferentVariables
  Boolean a, b;
equation
  if time > 1 then // error[E0004]@3: an if-equation whose branches determine different discrete variables is not supported yet
    a = true;
  else
    b = true;
  end if;
  b = time > 2;
end BranchesOfDifferentVariables;
