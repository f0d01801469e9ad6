// Clocks of array elements, in loops, from constructors and chosen by parameters. Reference: by
// hand.
// simulate: --stop-time 1.1 --set k=2
// expect: x[1](1.05) = 1 +- 1e-12
// expect: x[2](1.05) = 2 +- 1e-12
// expect: x[3](1.05) = 3 +- 1e-12
// expect: n[1](1.05) = 11 +- 0
// expect: n[2](1.05) = 5 +- 0
// expect: n[3](1.05) = 2 +- 0
// expect: chosen(1.05) = 6 +- 0
// expect: picked(1.05) = 5 +- 0
model ClocksInLoops
  parameter Integer f = 2, k = 1;
  Clock c[3] = {Clock(1, 10), Clock(1, 4), Clock(1.0)};
  Clock d = if f > 0 then subSample(c[1], f) elseif f < 0 then superSample(c[1], f) else c[1];
  Real x[3];
  Integer n[3](each start = 0), chosen(start = 0), picked(start = 0);
equation
  for i in 1:3 loop
    x[i] = sample(i*time, c[3]);
    when c[i] then
      n[i] = previous(n[i]) + 1;
    end when;
  end for;
  when d then
    chosen = previous(chosen) + 1;
  end when;
  when c[k] then
    picked = previous(picked) + 1;
  end when;
end ClocksInLoops;
