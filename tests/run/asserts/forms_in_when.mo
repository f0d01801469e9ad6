// Warnings at the events of a run of one second: every form of a when-clause judges its assertions
// once for each time it is active (8.3.5, 8.3.7, 11.2.7), in initial() as well (8.6).
// expect: warning equation at 0.5 (at time 0.5)
// expect: warning sampled 2 (at time 0.5)
// expect: warning sampled 3 (at time 0.75)
// expect: warning second branch (at time 0.25)
// expect: warning taken: else (at time 0.5)
// expect: warning element 2 (at time 0.5)
// expect: warning statement at 0.5 (at time 0.5)
// expect: warning counted 4 (at time 0.5)
// expect: warning loop 2 (at time 0.5)
// expect: warning vector at 0 (at time 0)
// expect: warning vector at 0.5 (at time 0.5)
// expect: warning initial equation (at time 0)
// expect: warning initial loop 2 (at time 0)
// expect: warning initial algorithm (at time 0)
// expect: warning statement of the start (at time 0)
// expect: warning the end (at time 1)
// expect: k = 4
model FormsInWhen
  constant AssertionLevel w = AssertionLevel.warning;
  Real x = time;
  Integer k(start = 0, fixed = true), m(start = 0, fixed = true), n(start = 3, fixed = true);
initial equation
  assert(x > 0.1, "initial equation", w);
  for i in 1:2 loop
    assert(i < 2, "initial loop " + String(i), w);
  end for;
initial algorithm
  assert(x > 0.1, "initial algorithm", w);
equation
  when time >= 0.5 then
    assert(x < 0.2, "equation at " + String(x), w);
    if x > 0.7 then
      assert(false, "taken: then", w);
    else
      assert(false, "taken: else", w);
    end if;
    for i in 1:2 loop
      assert(i*x < 0.9, "element " + String(i), w);
    end for;
  end when;
  when sample(0.25, 0.25) then
    k = pre(k) + 1;
    assert(k < 2 or k > 3, "sampled " + String(k), w);
  end when;
  when time > 0.5 then
    m = 1;
  elsewhen time > 0.25 then
    m = 2;
    assert(false, "second branch", w);
  end when;
  when {initial(), time > 0.5} then
    assert(false, "vector at " + String(x), w);
  end when;
  when terminal() then
    assert(x < 0.5, "the end", w);
  end when;
algorithm
  when time > 0.5 then
    assert(x < 0.2, "statement at " + String(x), w);
    for i in 1:2 loop
      assert(i*x < 0.9, "loop " + String(i), w);
    end for;
  end when;
algorithm
  when {initial(), sample(0.5, 1)} then
    n := if initial() then 3 else n + 1;
    assert(initial() or n < 4, "counted " + String(n), w);
    assert(not initial(), "statement of the start", w);
  end when;
end FormsInWhen;
