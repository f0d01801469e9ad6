// min(1/0, 5) is 5, and nothing tells where the division by zero has gone: half way the run stops,
// and says which variable has no value. What ends as infinity is told as before, and a branch that
// is not taken is not asked.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// simulate: --stop-time 1 --engine c
// expect: status = 3
// expect: error stopped at time 0.5
// expect: error a value that is none decides about 'w'
// expect: w(0.25) = 2
// expect: v(0.25) = 4
model PolePassedOver
  discrete Real n(start = 0.5, fixed = true);
  Real v = if noEvent(n > 0.1) then 2/n else 0;
  Real w = min(1/n, 5);
equation
  when time >= 0.5 then
    n = pre(n) - 0.5;
  end when;
end PolePassedOver;
