// The solution x = time itself leaves the range of the function at time 1: the run ends there.
// simulate: --stop-time 2
// simulate: --stop-time 2 --dae
// expect: status = 3
// expect: error an assertion failed at time 1.0
// expect: x(1) = 1 +- 1e-9
model FunctionBehindItsLimit
  function square
    input Real u;
    output Real y;
  algorithm
    assert(u <= 1, "out of range");
    y := u^2;
    annotation (Inline = false);
  end square;
  Real x(start = 0, fixed = true);
  Real y = square(x);
equation
  der(x) = 1;
end FunctionBehindItsLimit;
