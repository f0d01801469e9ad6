// A state with two machines inside is left when both are in states without a way out; entered
// again without reset it goes on where it was, with reset from the beginning. Reference: by hand,
// the machines count to 2 and to 4.
// simulate: --stop-time 14.5
// expect: work.one.n(1.5) = 2 +- 0
// expect: work.two.n(3.5) = 4 +- 0
// expect: work.k(4.5) = 5 +- 0
// expect: inPause(4.5) = 0 +- 0
// expect: inPause(5.5) = 1 +- 0
// expect: work.k(5.5) = 5 +- 0
// expect: inPause(6.5) = 0 +- 0
// expect: work.k(6.5) = 1 +- 0
// expect: work.one.n(6.5) = 1 +- 0
// expect: work.two.n(9.5) = 4 +- 0
// expect: inPause(11.5) = 1 +- 0
model SynchronizeAndResume
  block Count
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end Count;
  block Done
  end Done;
  block Work
    Integer k(start = 0);
    Count one, two;
    Done doneOne, doneTwo;
  equation
    k = previous(k) + 1;
    initialState(one);
    transition(one, doneOne, one.n >= 2, immediate = false);
    initialState(two);
    transition(two, doneTwo, two.n >= 4, immediate = false);
  end Work;
  Work work;
  Done pause;
  Boolean inPause = activeState(pause);
  Integer t(start = 0) = previous(t) + sample(1, Clock(1, 1));
equation
  initialState(work);
  transition(work, pause, t > 0, immediate = false, synchronize = true);
  transition(pause, work, t > 0, immediate = false);
end SynchronizeAndResume;
