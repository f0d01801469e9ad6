// simulate: --stop-time 1
// A fixed start value and an initial equation for the same state.
model FixedAndInitialEquation
  Real x(start = 1, fixed = true);  // error[E0702]@18: no consistent start values at time 0: the initial conditions contradict each other
equation
  der(x) = -x;
initial equation
  x = 2;  // note[E0702]: x = 2.0
end FixedAndInitialEquation;
