// Values of reinit() are computed before any of them is set. Reference: by hand.
// simulate: --stop-time 1.5
// expect: y(end) = 11 +- 1e-6
// expect: x(end) = 0.5 +- 1e-6
model ReinitTogether
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 0;
  when x >= 1 then
    reinit(x, 0);
    reinit(y, pre(x) + 10);
  end when;
end ReinitTogether;
