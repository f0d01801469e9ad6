// Branches of if-equations with parameter conditions that do not hold are removed when the numbers of equations differ (8.3.4).
// line: y = 2.0*x
// count in equations: 0 z =
// count in equations: 2 =
model BranchesByParameter
  parameter Boolean simple = true;
  Real x = time, y;
equation
  if simple then
    y = 2*x;
  else
    y = 3*x;
    assert(x < 2, "only here");
  end if;
end BranchesByParameter;
