// 12.4.4: it is an error to return a variable that has no value. Elements and members that a way through
// the function does not set have none, not zero.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: status = 3
// expect: error 'y[2]' = nan
model UnsetElements
  function f
    input Real x;
    output Real y[3];
  algorithm
    y[1] := x;
    y[3] := 2*x;
  end f;
  Real y[3] = f(time);
end UnsetElements;
