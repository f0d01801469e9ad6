// simulate:
// simulate: --method radau5
// A body that sticks until the force time exceeds 1, and then slips against 0.5: the auxiliary sa
// falls to 0.75 at once, below the threshold, so no value of `slips` agrees with the literal
// relation while pre(slips) is false. It has risen all the same, and holds by sa > 0.5 afterwards:
// 2*der(v) = time - 0.5 from time 1 on, v(2) = 1/2.
// expect: event 2 = 1 +- 1e-8
// expect: v(1) = 0 +- 1e-9
// expect: v = 0.5 +- 1e-6
// expect: slips = 1
model Stiction
  Real v(start = 0, fixed = true), a, sa, friction;
  Boolean slips(start = false, fixed = true);
equation
  der(v) = a;
  2*a = time - friction;
  slips = sa > 1 or pre(slips) and sa > 0.5;
  a = if slips then sa - 0.5 else 0;
  friction = if slips then 0.5 else sa;
  annotation(experiment(StopTime = 2));
end Stiction;
