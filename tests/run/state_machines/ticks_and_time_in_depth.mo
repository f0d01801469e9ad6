// 17.1: ticks and time in a state begin anew with a transition of a state around it, with or without reset, and with a transition to itself. While
// the state sleeps they stand still.
//
// simulate: --stop-time 7 --intervals 7
// expect: top.mid.leaf.t(1) = 2
// expect: top.mid.leaf.t(3) = 2
// expect: top.mid.leaf.t(4) = 1
// expect: top.mid.leaf.t(6) = 3
// expect: top.mid.leaf.s(1) = 1
// expect: top.mid.leaf.s(4) = 0
// expect: top.mid.leaf.s(6) = 2
// expect: again.t(1) = 2
// expect: again.t(2) = 1
// expect: again.i(4) = 3
// expect: again.i(5) = 1
// expect: warning it ticks every second
model TicksAndTimeInDepth
  block Leaf
    Integer t = ticksInState();
    Real s = timeInState();
  end Leaf;
  block Mid
    Leaf leaf;
  equation
    initialState(leaf);
  end Mid;
  block Top
    Mid mid;
  equation
    initialState(mid);
  end Top;
  block Other
  end Other;
  block Again
    Integer i(start = 0), t = ticksInState();
  equation
    i = previous(i) + 1;
  end Again;
  Top top;
  Other other;
  Again again;
  Integer n(start = 0);
equation
  n = previous(n) + 1;
  initialState(top);
  transition(top, other, n == 3, reset = false);
  transition(other, top, n == 5, reset = false);
  initialState(again);
  transition(again, again, mod(n, 3) == 0);
end TicksAndTimeInDepth;
