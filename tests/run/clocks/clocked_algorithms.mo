// An algorithm section that uses clocked variables runs at their ticks [MLS 16.7]. Reference: by
// hand, the sum of 1, 2, 3 and the larger of two.
// simulate: --stop-time 1
// expect: s(0.1) = 1 +- 0
// expect: s(0.3) = 3 +- 0
// expect: s(0.6) = 6 +- 0
// expect: most(0.6) = 3 +- 0
// expect: held(0.6) = 12 +- 0
model ClockedAlgorithms
  Integer n(start = 0), s(start = 0), most(start = 0);
  Real held;
equation
  n = previous(n) + sample(1, Clock(1, 4));
algorithm
  s := previous(s);
  for i in n:n loop
    s := s + i;
  end for;
  if n > previous(most) then
    most := n;
  end if;
algorithm
  held := 2*hold(s);
end ClockedAlgorithms;
