// simulate: --method dopri5
// simulate: --dae --method ida
// x = 3*time is between 0.5 and 0.50003 for 1e-5, twice: y = 1 - x passes the gap downwards, the
// other way. A step is longer than that; both relations of the choice make events.
// expect: warning up (at time 0.1666
// expect: warning down (at time 0.1666
// expect: warning again (at time 0.16667
// expect: x = 3 +- 1e-6
model GapOfAState
  Real x(start = 0, fixed = true), y = 1 - x, z;
equation
  der(x) = 3;
  assert(x < 0.5 or x > 0.50003, "up", AssertionLevel.warning);
  assert(if y > 0.5 then true else y < 0.49997, "down", AssertionLevel.warning);
algorithm
  z := 2*x;
  assert(z < 1.00002 or not z < 1.00004, "again", AssertionLevel.warning);
end GapOfAState;
