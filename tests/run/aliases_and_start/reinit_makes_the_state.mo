// reference: x is chosen, y follows
// simulate: --stop-time 2 --intervals 4
// expect: x(2) = 13 +- 1e-6
// expect: y(2) = 6.5 +- 1e-6
// expect: states = {x}
model ReinitMakesTheState
  Real x(start = 0, fixed = true), y;
equation
  x = 2*y;
  der(y) = 1;
  when time > 0.5 then
    reinit(x, 10);
  end when;
end ReinitMakesTheState;
