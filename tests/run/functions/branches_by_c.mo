// Branches of an if-equation with different numbers of equations are decided by parameters [MLS
// 8.3.4], also where a pure C function has their values, in a loop and without else.
// Reference: abs(-2) of the C library is 2.
// expect: x[1](1) = 1 +- 0
// expect: x[2](1) = 20 +- 0
// expect: x[3](1) = 3 +- 0
// expect: y(1) = 5 +- 0
model BranchesByC
  pure function magnitude
    input Integer i;
    output Integer n;
    external "C" n = abs(i) annotation(Include = "#include <stdlib.h>");
  end magnitude;
  parameter Integer which[3] = {magnitude(-i) for i in 1:3};
  Real x[3], y;
equation
  for i in 1:3 loop
    if which[i] == 2 then
      for j in 1:3 loop
        if which[j] == 2 then
          x[i] = 10*which[j]*time;
        end if;
      end for;
    else
      x[i] = which[i]*time;
    end if;
  end for;
  if which[1] > 1 then
    y = time;
    x[1] = 7;
  elseif which[3] > 2 then
    y = 5*time;
  end if;
end BranchesByC;
