// 4.8.7.1: always and never leave no choice.
// check: --strict
model StateWishes
  Real v(stateSelect = StateSelect.always) = if time < 1 then 1.0 else 5.0; // error[E0520]@8: 'v' has stateSelect = StateSelect.always, but cannot be a state
  Real x(stateSelect = StateSelect.never, start = 0, fixed = true); // error[E0520]@8: 'x' has stateSelect = StateSelect.never, but must be a state
  Real fine(stateSelect = StateSelect.always) = sin(time);
equation
  der(x) = time;
end StateWishes;
