// A failing assertion in a function ends the simulation, although no state depends on it:
// 2*t reaches 1 at t = 0.5.
// simulate: --stop-time 1
// expect: status = 3
// expect: error an assertion failed at time 0.5
model AssertInFunction
  function double
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
    assert(y < 1, "y is too large");
  end double;
  Real z = double(time);
end AssertInFunction;
