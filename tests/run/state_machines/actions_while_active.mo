// 17.3.3: what a sleeping state would complain about is not said; the run ends with the terminate of the state that is entered at 4.
//
// simulate: --stop-time 9 --intervals 9
// expect: n(end) = 5
// expect: warning it ticks every second
model ActionsWhileActive
  block Quiet
    outer output Integer n;
  equation
    n = previous(n) + 1;
    assert(n < 5, "quiet counts too far");
  end Quiet;
  block Last
    outer output Integer n;
  equation
    n = previous(n) + 1;
    terminate("done");
  end Last;
  inner Integer n(start = 0);
  Quiet quiet;
  Last last;
equation
  initialState(quiet);
  transition(quiet, last, n >= 4, immediate = false);
end ActionsWhileActive;
