// At the start d is +-1e-14 depending on pre(b): a difference that rounding decides must not keep
// the event going for ever. Reference: by hand, d is about time.
// simulate: --stop-time 1
// expect: b(0.5) = 1 +- 0
// expect: d(0.5) = 0.5 +- 1e-9
model RoundingAtAThreshold
  Real x(start = 0, fixed = true);
  Real d;
  Boolean b(start = false, fixed = true);
equation
  der(x) = 1;
  d = x - (if pre(b) then 1e-14 else -1e-14);
  b = d > 0;
end RoundingAtAThreshold;
