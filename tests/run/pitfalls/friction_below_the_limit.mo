// Two masses with dry friction between each other, the first pulled by 1 N, the limit is 2 N: both
// move as one, from the start and without an event. reference: v = t/3
// expect: v1(1.0) = 0.33333333333 +- 1e-9
// expect: v2(1.0) = 0.33333333333 +- 1e-9
// expect: events = 0
model FrictionBelowTheLimit
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), a1, a2, f, sa;
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true);
  Boolean stuck;
equation
  der(v1) = a1;
  der(v2) = a2;
  a1 = 1 - f;
  2*a2 = f;
  forward = sa > 2 or pre(forward) and v1 - v2 > 0;
  backward = sa < -2 or pre(backward) and v1 - v2 < 0;
  stuck = not (forward or backward);
  f = if forward then 2 else if backward then -2 else sa;
  a1 - a2 = if forward then sa - 2 else if backward then sa + 2 else 0;
  annotation(experiment(StopTime = 1));
end FrictionBelowTheLimit;
