// Steps of floor() at tenths, which no double can hold: each is one event, at its time, and none is
// missed or counted twice, after the base has been moved, too. Reference: by hand.
// simulate: --stop-time 2
// expect: k(0.25) = 2
// expect: k(0.7) = 7
// expect: k(0.75) = 7
// expect: k(0.99) = 9
// expect: k(1.05) = 0
// expect: k(1.85) = 8
// expect: events = 20
model CountedTenths
  discrete Real base(start = 0, fixed = true);
  Integer k = integer(10*(time - base));
  Real x(start = 0, fixed = true);
equation
  der(x) = k;
  when time >= 1 then
    base = 1;
  end when;
end CountedTenths;
