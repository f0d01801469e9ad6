// x = time passes 0.5: the state event finds the assertion of the algorithm, nothing that happens
// there is recorded.
// expect: status = 3
// expect: error an assertion failed at time 0.5
// expect: error reached 0.5
// expect: x(end) = 0.5 +- 1e-8
model InWhenOfAState
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    reinit(x, 7);
  end when;
algorithm
  when x > 0.5 then
    assert(pre(x) < 0.4, "reached " + String(pre(x), significantDigits = 3));
  end when;
end InWhenOfAState;
