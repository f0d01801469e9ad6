// A constant whose value comes from an external function is computed before what depends on it.
// The numbers: strlen("four") = 4.
model ConstantOfExternal
  function length
    input String s;
    output Integer n;
    external "C" n = strlen(s) annotation(Include = "#include <string.h>");
  end length;
  constant Integer n = length("four");
  parameter Real v = if n == 4 then 2 else 1;
  Real x = v*n;
end ConstantOfExternal;
// expect: v = 2
// expect: x = 8
