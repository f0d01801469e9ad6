// 12.4: functions that call functions, in branches and defaults, needed at compile time; a result that is the same in all branches
// is a constant, and may be a discrete-time value.
//
// expect: sizes[1] = 7
// expect: sizes[2] = 3
// expect: n = 2
// expect: m = 1
// expect: s.x(0.125) = 0.25 +- 1e-9
model CallsInFunctions
  record State
    Integer phase;
    Real x;
  end State;
  function half
    input Integer n;
    output Integer m = div(n, 2);
  algorithm
  end half;
  function count
    input Integer n;
    output Integer k = half(n);
  algorithm
    if half(n) > 2 then
      k := k + half(n) + 1;
    else
      for i in 1:half(4) loop
        k := k + 1;
      end for;
    end if;
  end count;
  function state
    input Real x;
    output State s;
    output Integer n;
  algorithm
    if x > 0.5 then
      s := State(1, x);
      n := 2;
    else
      s := State(1, 0.25);
      n := 2;
    end if;
  end state;
  Real a[count(6)] = fill(time, count(6));
  Real b[count(3)] = fill(time, count(3));
  State s;
  Integer n, m = s.phase;
  Integer sizes[2] = {size(a, 1), size(b, 1)};
equation
  (s, n) = state(time);
end CallsInFunctions;
