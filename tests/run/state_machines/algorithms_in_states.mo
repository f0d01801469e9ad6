// 17.3.5: algorithms of states run while their state is active; what they assign further up is merged. By hand: k counts 1 2 3 and lifts n to
// 2 6 12; then 6 is taken three times, until n is below zero; k begins anew.
//
// simulate: --stop-time 9 --intervals 9
// expect: n(2) = 12
// expect: n(3) = 6
// expect: n(5) = -6
// expect: n(6) = -4
// expect: rise.k(5) = 3
// expect: rise.k(6) = 1
// expect: rise.marks[2](2) = 12
// expect: rise.marks[2](9) = 0
// expect: rise.marks[1](9) = 4
// expect: warning it ticks every second
model AlgorithmsInStates
  block Rise
    outer output Integer n;
    Integer k(start = 0);
    Integer marks[2](start = {0, 0});
  algorithm
    k := previous(k) + 1;
    n := n + 2*k;
    if k == 3 then
      marks[2] := n;
    else
      marks[1] := k;
    end if;
    if k == 4 then
      marks := {k, 0};
    end if;
  end Rise;
  block Fall
    outer output Integer n;
  algorithm
    for i in 1:3 loop
      n := n - i;
    end for;
  end Fall;
  inner Integer n(start = 0);
  Rise rise;
  Fall fall;
equation
  initialState(rise);
  transition(rise, fall, n > 10, immediate = false);
  transition(fall, rise, n < 0, immediate = false);
end AlgorithmsInStates;
