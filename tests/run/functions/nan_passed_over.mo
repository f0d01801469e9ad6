// max(nan, 3) is 3, and nothing tells where the root of a negative number has gone: half way the run
// stops, and says which variable has no value.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: status = 3
// expect: error a value that is none decides about 'w'
// expect: w(0.25) = 3
model NanPassedOver
  Real x(start = 0.5, fixed = true);
  Real w = max(sqrt(x), 3);
equation
  der(x) = -1;
end NanPassedOver;
