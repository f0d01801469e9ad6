// 17.3: variables of a state begin anew when it is entered with reset; arrays do so element by element. An element that is inner and outer
// is the one further up. n counts the ticks at 0, 1, 2, ...; a is active at 0 to 3, and again, not reset, at 6; b at 4 and 5.
//
// simulate: --stop-time 6 --intervals 6
// expect: n(end) = 7
// expect: deep.a.v[1](end) = 5
// expect: deep.a.v[2](end) = 10
// expect: deep.b.v[2](end) = 7
// expect: warning it ticks every second
model StatesInside
  block Step
    outer output Integer n;
    Integer v[2](start = {0, 5});
  equation
    n = previous(n) + 1;
    v = {previous(v[1]) + 1, previous(v[2]) + 1};
  end Step;
  block Deep
    inner outer output Integer n;
    Step a, b;
  equation
    initialState(a);
    transition(a, b, n > 3, immediate = false, reset = true);
    transition(b, a, n > 5, immediate = false, reset = false);
  end Deep;
  inner Integer n(start = 0);
  Deep deep;
equation
  initialState(deep);
end StatesInside;
