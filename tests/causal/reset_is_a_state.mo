// What is reinitialized must be a state (8.3.6), whatever else could be one.
// expect: states = {y}
model ResetIsAState
  Real x, y(start = 1, fixed = true), f;
equation
  x = 2*y;
  der(x) = f;
  3*der(y) = -y - f;
  when y < 0.5 then
    reinit(y, 1);
  end when;
end ResetIsAState;
