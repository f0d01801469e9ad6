//
// simulate: --stop-time 60 --intervals 60
// expect: level(2) = 6
// expect: level(8) = 0
// expect: level(9) = 0
// expect: level(12) = 6
// expect: level(21) = 0
// expect: level(22) = 5
// expect: level(25) = 20
// expect: level(26) = 22
// expect: level(27) = 21
// expect: work.rounds(25) = 2
// expect: work.rounds(26) = 0
// expect: work.first.i(20) = 21
// expect: work.first.i(25) = 21
// expect: work.first.i(26) = 1
// expect: work.second.j(21) = 1
// expect: work.second.j(46) = 1
// expect: work.second.j(47) = 1
// expect: work.second.j(48) = 2
// expect: work.first.seen(21) = 0
// expect: work.first.seen(26) = 22
// expect: warning it ticks every second
model LeftInStep
  inner Integer level(start = 0);
  block Work
    inner Integer rounds(start = 0);
    inner outer output Integer level;
    block Step
      parameter Integer by;
      outer output Integer level;
    equation
      level = previous(level) + by;
    end Step;
    block Count
      outer output Integer rounds;
    equation
      rounds = previous(rounds) + 1;
    end Count;
    block Stop
    end Stop;
    block First
      outer input Integer level;
      Integer i(start = 0);
      Integer seen;
    equation
      i = previous(i) + 1;
      seen = level;
    end First;
    block Second
      Integer j(start = 0);
    equation
      j = previous(j) + 1;
    end Second;
    Step up(by = 2), down(by = -1);
    Count count;
    Stop stop;
    First first;
    Second second;
  equation
    initialState(up);
    transition(up, down, level >= 6, immediate = false);
    transition(down, count, level == 0, immediate = false);
    transition(count, up, true, immediate = false, priority = 2);
    transition(count, stop, rounds >= 2, immediate = false);
    initialState(first);
    transition(first, second, first.i > 20, immediate = false, reset = false);
  end Work;
  block Lift
    outer output Integer level;
  equation
    level = previous(level) + 5;
  end Lift;
  Work work;
  Lift lift;
equation
  initialState(work);
  transition(work, lift, true, synchronize = true, immediate = false);
  transition(lift, work, level >= 20, immediate = false);
end LeftInStep;
