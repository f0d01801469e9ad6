// 17.3.5: records are merged member by member, however the states write them.
//
// simulate: --stop-time 4 --intervals 4
// expect: p.x(1) = 2
// expect: p.y(1) = 0
// expect: p.x(2) = 0
// expect: p.y(3) = 2
// expect: p.x(4) = 1
// expect: warning it ticks every second
model RecordsMerged
  record P
    Real x, y;
  end P;
  block S
    outer output P p;
  equation
    p.x = previous(p.x) + 1;
    p.y = 0;
  end S;
  block R
    outer output P p;
  equation
    p = P(0, previous(p.y) + 1);
  end R;
  S s;
  R r;
  inner P p(x(start = 0), y(start = 0));
equation
  initialState(s);
  transition(s, r, p.x >= 2, immediate = false);
  transition(r, s, p.y >= 2, immediate = false);
end RecordsMerged;
