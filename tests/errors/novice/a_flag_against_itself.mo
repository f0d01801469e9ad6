// simulate: --stop-time 1
// A switch that is on exactly when it is off, without any memory.
model AFlagAgainstItself
  Boolean on;
  Real u;
equation
  u = if on then 1 + time else -1 - time;  // error[E0702]@3: no consistent start values at time 0
  on = u < 0.5;
end AFlagAgainstItself;
