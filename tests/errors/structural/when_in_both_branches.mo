// 8.3.5 allows when-clauses in an if-equation whose condition is known at compile time.
model WhenInBothBranches
  discrete Real x(start = 0);
equation
  if time > 1 then
    when time > 2 then // error[E0004]@5: a when-clause inside an if-equation whose condition can change is not supported yet
      x = 1;
    end when;
  else
    when time > 0.5 then // error[E0004]@5: a when-clause inside an if-equation whose condition can change is not supported yet
      x = 2;
    end when;
  end if;
end WhenInBothBranches;
