// previous, hold and conversions of records and arrays, of all types. Reference: by hand.
// simulate: --stop-time 1.2
// expect: h.a(0.1) = 2 +- 0
// expect: h.b[2](0.6) = 5 +- 0
// expect: h.b[1](0.6) = 7 +- 0
// expect: s.b[1](0.6) = 4 +- 0
// expect: s.b[1](1.1) = 11 +- 0
// expect: flag(0.1) = 1 +- 0
// expect: flag(0.6) = 0 +- 0
// expect: e(0.1) = 2 +- 0
// expect: e(0.6) = 1 +- 0
model RecordsAndArrays
  type E = enumeration(one, two);
  record R
    Real a(start = 1);
    Real b[2](start = {2, 3});
  end R;
  R r, h, s;
  Clock c = Clock(1, 2);
  Boolean on(start = false), flag;
  E kind(start = E.one), e;
equation
  r.a = previous(r.a) + sample(1.0, c);
  r.b = previous(r.b) + {r.a, 1};
  h = hold(r);
  s = subSample(r, 2);
  on = not previous(on) and r.a > 0;
  flag = hold(on);
  kind = if previous(kind) == E.one and r.a > 0 then E.two else E.one;
  e = hold(kind);
end RecordsAndArrays;
