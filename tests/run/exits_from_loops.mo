// break and return (11.2.2): the loops of an algorithm section whose relations make events are written out; those that
// are left early stay loops. first(time) counts up to the first number that is larger.
//
// expect: n(0.25) = 1
// expect: n(2.5) = 3
// expect: event 1 = 1 +- 1e-6
// expect: total(2.5) = 2
// simulate: --stop-time 2.5
model ExitsFromLoops
  function first
    input Real x;
    output Integer n = 0;
  algorithm
    while true loop
      n := n + 1;
      if n > x then
        return;
      end if;
    end while;
  end first;
  discrete Integer n(start = 0);
  Integer total;
algorithm
  when {initial(), time >= 1, time >= 2} then
    n := first(time);
  end when;
algorithm
  total := 0;
  for i in 1:5 loop
    if time >= i then
      total := total + 1;
    end if;
  end for;
end ExitsFromLoops;
