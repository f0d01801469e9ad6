// StateSelect.always decides between two variables that a constraint binds (4.4.4.1).
// expect: index = 2
// expect: states = {y}
model AlwaysAState
  Real x, y(stateSelect = StateSelect.always, start = 1, fixed = true), f;
equation
  x = 2*y;
  der(x) = f;
  3*der(y) = -y - f;
end AlwaysAState;
