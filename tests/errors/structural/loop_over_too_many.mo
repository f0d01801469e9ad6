// A loop of as many equations as this is no model.
model LoopOverTooMany
  Real x[3];
equation
  for i in 1:100000000000 loop // error[E0302]@7: the loop runs over more than 10000000 elements, the most that are supported
    x[1] = i;
  end for;
end LoopOverTooMany;
