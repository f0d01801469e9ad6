// Both sides drive x to zero: the solution slides along the switch.
// simulate: --stop-time 3
model Chattering
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;  // error[E0705]: chattering: 'x > 0.0'
end Chattering;
