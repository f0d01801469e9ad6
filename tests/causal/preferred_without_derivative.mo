// A variable with StateSelect.prefer may be a state although the model does not contain its derivative (4.4.4.1): the energy
// instead of the temperature.
// expect: states = {U}
// expect: differentiated = 1
model PreferredWithoutDerivative
  Real T(start = 300), U(stateSelect = StateSelect.prefer);
equation
  U = 4*T;
  4*der(T) = -(T - 280);
end PreferredWithoutDerivative;
