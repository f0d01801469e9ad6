// What flows in flows out, which is written below the equation where both stand: nothing is kept, and what follows from
// that is settled before the run begins.
model EqualsThatCancel
  Real kept, level, velocity, inflow, outflow;
  parameter Real area = 0;
equation
  kept = inflow - outflow;
  level = 3*kept + 1;
  velocity = kept/area;
  inflow - outflow = 0;
  inflow = time;
  // expect: blocks = {inflow}
  // expect: states = {}
end EqualsThatCancel;
