// terminate() and calls without results of the start happen once, and not at later events (8.6).
// The run ends where it begins.
// expect: warning called (at time 0)
// expect: warning enough
// expect: x(end) = 0
// expect: events = 0
model InitialActions
  function speak
    input Real u;
  algorithm
    assert(u > 0, "called", AssertionLevel.warning);
  end speak;
  Real x(start = 0, fixed = true);
initial equation
  speak(x);
equation
  der(x) = 1;
  when initial() then
    terminate("enough");
  end when;
end InitialActions;
