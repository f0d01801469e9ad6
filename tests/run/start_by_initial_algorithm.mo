// A variable that a sleeping when-statement assigns begins with what the initial algorithm says.
// Reference: by hand; the when-statement runs at t = 1.
// simulate: --stop-time 2
// expect: y[1](0.5) = 7 +- 0
// expect: y[2](0.5) = 7 +- 0
// expect: y[1](1.5) = 1 +- 0
// expect: y[2](1.5) = 2 +- 0
model StartByInitialAlgorithm
  Integer y[2];
initial algorithm
  for i in 1:2 loop
    y[i] := 7;
  end for;
algorithm
  when time >= 1 then
    for i in 1:2 loop
      y[i] := i;
    end for;
  end when;
end StartByInitialAlgorithm;
