// Two events closer together than the time of the run can be resolved are one instant: what holds
// between them holds for no time and is not recorded, but it has happened.
// The numbers: x = t, so that `between` is true from 1e-17 to 5e-16.
model OneInstant
  Real x(start = 0, fixed = true);
  Boolean between;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  between = x > 1e-17 and not x > 5e-16;
  when between then
    n = pre(n) + 1;
  end when;
end OneInstant;
// expect: between(2e-16) = 0
// expect: n(0.5) = 1
// expect: events = 1
