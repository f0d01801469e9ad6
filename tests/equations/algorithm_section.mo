// An algorithm section is one function of what it reads, and gives as many equations as it has variables on left sides (11.1):
// what is read before it is assigned has its start value, and is not an argument.
// count in equations: 2 algorithm
// count in variables: 3 continuous
model AlgorithmSection
  Real x = time, y(start = 7), z;
algorithm
  z := y + 1;
  if noEvent(x > 0.5) then
    y := 2*x;
  else
    y := x + 0.5;
  end if;
  z := z + y;
end AlgorithmSection;
