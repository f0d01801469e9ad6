// StateSelect.never rules one of two out; avoid and prefer decide where nothing else does (4.4.4.1).
// expect: states = {y, b}
model NeverAState
  Real x(stateSelect = StateSelect.never), y(start = 1), f;
  Real a(stateSelect = StateSelect.avoid), b(start = 1), g;
equation
  x = 2*y;
  der(x) = f;
  3*der(y) = -y - f;
  a = 5*b;
  der(a) = g;
  der(b) = -b - g;
end NeverAState;
