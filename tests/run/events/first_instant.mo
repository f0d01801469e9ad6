// The first billionth of a run is one instant of the result: what begins at rest has not grown out
// of rounding there. Later a pulse as short as that is recorded.
// The numbers: x = t; `early` is true from 1e-17 to 5e-10, `late` from 0.5 for as long.
model FirstInstant
  Real x(start = 0, fixed = true);
  Boolean early, late;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  early = x > 1e-17 and not x > 5e-10;
  late = x > 0.5 and not x > 0.5 + 5e-10;
  when {early, late} then
    n = pre(n) + 1;
  end when;
end FirstInstant;
// expect: early(2e-10) = 0
// expect: late(0.5000000003) = 1
// expect: n(1.0) = 2
