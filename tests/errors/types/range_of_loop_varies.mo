model RangeOfLoopVaries
  Integer n = if time > 1 then 1 else 2;
  Real x[2];
equation
  for i in 1:n loop  // error[E0305]: the value of 'n' is needed at compile time, but it is no parameter
    x[i] = i;
  end for;
end RangeOfLoopVaries;
