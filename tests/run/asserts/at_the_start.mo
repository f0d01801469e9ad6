// when initial() is active in the initialization (8.6): the run does not begin.
// expect: status = 3
// expect: error an assertion failed at time 0
// expect: error begins with 1
model AtTheStart
  Real x = time + 1;
equation
  when {initial(), time > 2} then
    assert(x < 0.5, "begins with " + String(x));
  end when;
end AtTheStart;
