// Slider and crank: the position of the slider is fixed, the angle is the state.
// reference: 0.3*cos(phi) + sqrt(1 - 0.09*sin(phi)^2) = 1.2 gives phi = 0.74348954
// expect: s(start) = 1.2 +- 1e-9
// expect: phi(start) = 0.74348954241 +- 1e-8
model FixedDummy
  Real phi(start = 0.5, stateSelect = StateSelect.always), s(start = 1.2, fixed = true);
  Real w(start = 0, fixed = true, stateSelect = StateSelect.always);
equation
  der(phi) = w;
  der(w) = -phi;
  s = 0.3*cos(phi) + sqrt(1 - (0.3*sin(phi))^2);
end FixedDummy;
