// A function called at the event refuses: the same as an assertion of the when-clause itself.
// expect: status = 3
// expect: error an assertion failed at time 0.5
// expect: error too late: 0.5
// expect: y(end) = 0.4 +- 1e-9
model FunctionInWhen
  function early
    input Real u;
    output Real y = u;
  algorithm
    assert(u < 0.45, "too late: " + String(u));
  end early;
  discrete Real y(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    y = early(time);
  end when;
end FunctionInWhen;
