// Two inertias on one shaft: the one that is preferred has the states.
// expect: states = {b, wb}
model PreferredInertia
  Real a, wa, b(start = 1, fixed = true, stateSelect = StateSelect.prefer);
  Real wb(start = 0, fixed = true, stateSelect = StateSelect.prefer);
  Real ta, tb;
equation
  der(a) = wa;
  der(b) = wb;
  2*der(wa) = ta;
  3*der(wb) = -ta - b;
  a = b;
  tb = ta;
end PreferredInertia;
