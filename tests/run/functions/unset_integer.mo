// An Integer that a function returns on a way that has not set it stops the run (12.2: outputs must get a value), by an early return, too; where it is
// set, nothing is different.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// simulate: --stop-time 1 --engine c
// expect: status = 3
// expect: error 'y' has no value
// expect: a(0.3) = 3
// expect: b(0.3) = 4
// expect: c(0.3) = 7
// expect: error at the event at time 0.6999
model UnsetInteger
  function some
    input Real x;
    output Integer y;
    output Integer z;
  algorithm
    if x < 0.5 then
      y := 3;
    end if;
    z := 1;
    for i in 1:2 loop
      z := z + i;
    end for;
  end some;
  function early
    input Real x;
    output Integer n;
  algorithm
    n := 7;
    if x > 0 then
      return;
    end if;
    n := 8;
  end early;
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  when {time > 0.2, time > 0.7} then
    (a, b) = some(time);
    c = early(time);
  end when;
end UnsetInteger;
