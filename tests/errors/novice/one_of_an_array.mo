// simulate: --stop-time 1
// One of two components of an array has a ratio of zero: its subscript is told.
model Gearbox
  parameter Real ratio = 1;
  Real fast(start = 1, fixed = true), slow;
equation
  der(fast) = -fast;
  slow = fast/ratio;  // note[E0702]: gear[2].fast/gear[2].ratio with gear[2].fast = 1, gear[2].ratio = 0: division by zero
end Gearbox;
model OneOfAnArray
  Gearbox gear[2](ratio = {2, 0});  // error[E0702]@11: in 'gear[2]', a 'Gearbox': no consistent start values at time 0: 'gear[2].slow' = inf
end OneOfAnArray;
