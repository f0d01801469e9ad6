// What follows from time alone, and is kept for other states at that time, changes at events, too: there is a new value
// of k behind the event, at the same time.
// reference: x = t^2/2 up to 0.5 at t = 1, then 0.5 + t^2 - 1; y' = k t - y: y(2) = 2 + exp(-2)
// simulate: --stop-time 2 --tolerance 1e-8
// simulate: --stop-time 2 --tolerance 1e-8 --method radau5
// simulate: --stop-time 2 --tolerance 1e-8 --method cvode
// simulate: --stop-time 2 --tolerance 1e-8 --method bdf --engine interpret
// simulate: --stop-time 2 --tolerance 1e-8 --method bdf --dae
// expect: event 1 = 1 +- 1e-6
// expect: x(2) = 3.5 +- 1e-6
// expect: y(2) = 2.1353352832366127 +- 1e-6
model SkyThatSwitches
  function Same
    input Real t;
    output Real y = 0;
  algorithm
    for i in 1:60 loop
      y := y + 0.5*(t - y);
    end for;
  end Same;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer k(start = 1, fixed = true);
  Real a = Same(time), b = Same(a), c = Same(b), s = k*c;
equation
  der(x) = s;
  der(y) = s - y;
  when x > 0.5 then
    k = 2;
  end when;
end SkyThatSwitches;
