// The condition fails for a ten-thousandth of the output interval, between two instants that make
// events (8.5): it is judged after each.
// expect: status = 3
// expect: error an assertion failed at time 0.3
// expect: error inside
model GapOfTime
equation
  assert(not (time > 0.3 and time < 0.3000002), "inside");
end GapOfTime;
