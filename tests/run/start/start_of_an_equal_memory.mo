// Fixed starts of outputs that a clause sets under another name: pre(b) is 5 because a is b and begins
// with 5; otherwise a would be what the start of b is by default, and its own start of no effect.
// expect: a(start) = 5 +- 0
// expect: c(start) = -5 +- 0
// expect: a(1.1) = 9 +- 0
// expect: r(start) = 0 +- 0
// expect: r(0.3) = 1 +- 0
// expect: q(0.3) = 0 +- 0
// expect: f(start) = 2 +- 0
// expect: f(0.3) = 3 +- 0
model StartOfAnEqualMemory
  type E = enumeration(one, two, three);
  Integer a(start = 5, fixed = true), b, c;
  Boolean p(start = true, fixed = true), q(start = false), r = not q;
  E e(start = E.two, fixed = true), f;
equation
  a = b;
  c = -a;
  p = q;
  e = f;
  when sample(0.25, 0.25) then
    b = pre(b) + 1;
    q = pre(r);
    f = if pre(f) == E.two then E.three else E.one;
  end when;
  annotation(experiment(StopTime = 1.1));
end StartOfAnEqualMemory;
