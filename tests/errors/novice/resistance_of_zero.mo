// simulate: --stop-time 1
// A resistance that nobody gave.
model Resistor
  parameter Real R = 0;
  Real i, u = time;
equation
  i = u/R;  // note[E0702]: load.u/load.R with load.u = 0, load.R = 0: division by zero
end Resistor;
model ResistanceOfZero
  Resistor load;  // error[E0702]@12: in 'load', a 'Resistor': no consistent start values at time 0: 'load.i' = nan
end ResistanceOfZero;
