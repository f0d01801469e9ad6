// A loop of a function stays a loop: one product however many turns, and a jump back.
// count in LoopsInFunctions.power: 1 <- *
// count in LoopsInFunctions.power: 2 jump
model LoopsInFunctions
  function power
    input Real u;
    input Integer n;
    output Real y = 1;
  algorithm
    for k in 1:n loop
      y := y*u;
    end for;
  end power;
  parameter Integer n = 1000;
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = power(x, n);
end LoopsInFunctions;
