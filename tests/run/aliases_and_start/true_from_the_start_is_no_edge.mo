// reference: n stays 0
// simulate: --stop-time 2 --intervals 4
// expect: n(2) = 0
model TrueFromTheStartIsNoEdge
  Real x = 1 + time;
  Integer n(start = 0, fixed = true);
equation
  when x > 0 then
    n = pre(n) + 1;
  end when;
end TrueFromTheStartIsNoEdge;
