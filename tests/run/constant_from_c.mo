// A constant whose value comes from a C function: found when the model runs, not when it is
// compiled. abs(-7) of the C library is 7.
// simulate: --stop-time 1
// expect: x = 14 +- 1e-12
package P
  function magnitude
    input Integer i;
    output Integer n;
    external "C" n = abs(i) annotation(Include = "#include <stdlib.h>");
  end magnitude;
  constant Integer seven = magnitude(-7);
end P;
model ConstantFromC
  Real x = 2*P.seven*time;
end ConstantFromC;
