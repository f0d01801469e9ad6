// reference: x = 3, then 6
// simulate: --stop-time 2 --intervals 4
// expect: x(0.5) = 3
// expect: x(1.5) = 6
model NoAliasInABranch
  Real x, y;
equation
  if time < 1 then
    x = y;
  else
    x = 2*y;
  end if;
  y = 3;
end NoAliasInABranch;
