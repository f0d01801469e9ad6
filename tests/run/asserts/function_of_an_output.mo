// No state depends on z: the function refuses from time 0.3 on, inside a step.
// expect: status = 3
// expect: error an assertion failed at time 0.3
// expect: error too large: 0.3
model FunctionOfAnOutput
  function small
    input Real u;
    output Real y = 2*u;
  algorithm
    assert(u < 0.3, "too large: " + String(u));
  end small;
  Real x(start = 0, fixed = true), z = small(x);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, Interval = 0.5));
end FunctionOfAnOutput;
