// Of conditions that become true at the same instant the first one of the clause counts.
// Reference: by hand.
// simulate: --stop-time 2
// expect: m(1-) = 0
// expect: m(end) = 1
model FirstBranchFirst
  Integer m(start = 0, fixed = true);
equation
  when time >= 1 then
    m = 1;
  elsewhen 2*time >= 2 then
    m = 2;
  end when;
end FirstBranchFirst;
