// 17.3.5: an equation with several results in a state; each result is merged by itself. By hand.
//
// simulate: --stop-time 7 --intervals 7
// expect: n(3) = 4
// expect: n(4) = 2
// expect: n(5) = 0
// expect: n(6) = 1
// expect: s.m(3) = 6
// expect: s.m(5) = 6
// expect: r.m(5) = -3
// expect: r.v[2](4) = 2
// expect: warning it ticks every second
model ResultsOfFunctions
  function f
    input Integer a;
    output Integer b = a + 1;
    output Integer c = a*2;
    output Integer d[2] = {a, a + 1};
  end f;
  block S
    outer output Integer n;
    Integer m(start = 0);
  equation
    (n, m) = f(previous(n));
  end S;
  block R
    outer output Integer n;
    Integer m(start = 0), v[2](start = {0, 0});
  equation
    (n, , v) = f(previous(n) - 3);
    m = 3*v[1];
  end R;
  S s;
  R r;
  inner Integer n(start = 0);
equation
  initialState(s);
  transition(s, r, n >= 4, immediate = false);
  transition(r, s, n <= 0, immediate = false);
end ResultsOfFunctions;
