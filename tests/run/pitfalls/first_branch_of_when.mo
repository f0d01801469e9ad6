// Both conditions rise at time 1: the first branch counts.
// expect: m(end) = 1
model FirstBranchOfWhen
  Integer m(start = 0, fixed = true);
equation
  when time >= 1 then
    m = 1;
  elsewhen 2*time >= 2 then
    m = 2;
  end when;
  annotation(experiment(StopTime = 2));
end FirstBranchOfWhen;
