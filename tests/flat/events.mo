// Event operators and when-clauses with vectors of conditions and elsewhen.
model Events
  Real x(start = 1, fixed = true);
  discrete Real last(start = 0, fixed = true), now;
  Integer n(start = 0, fixed = true);
  Boolean up, passed(start = false, fixed = true);
equation
  der(x) = if noEvent(x > 0) then -x else 1;
  up = edge(passed) or change(n);
  when {x < 0.5, sample(1, 0.5), initial()} then
    now = time;
    n = pre(n) + 1;
    last = pre(now);
  elsewhen terminal() then
    now = -1;
    n = 0;
    last = delay(x, 0.1);
  end when;
  when x < 0.25 then
    passed = true;
    reinit(x, smooth(0, 2*pre(x)));
    assert(n < 5, "too often: " + String(n), AssertionLevel.warning);
  end when;
end Events;
/* flat
model Events
  Real x(start = 1.0, fixed = true);
  discrete Real last(start = 0.0, fixed = true);
  discrete Real now;
  Integer n(start = 0, fixed = true);
  Boolean up;
  Boolean passed(start = false, fixed = true);
equation
  der(x) = if noEvent(x > 0.0) then -x else 1.0;
  up = edge(passed) or change(n);
  when {x < 0.5, sample(1.0, 0.5), initial()} then
    now = time;
    n = pre(n) + 1;
    last = pre(now);
  elsewhen terminal() then
    now = -1.0;
    n = 0;
    last = delay(x, 0.1);
  end when;
  when x < 0.25 then
    passed = true;
    reinit(x, 2.0*pre(x));
    assert(n < 5, "too often: " + String(n, minimumLength = 0, leftJustified = true), AssertionLevel.warning);
  end when;
end Events;
*/
