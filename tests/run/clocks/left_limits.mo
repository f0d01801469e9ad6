// What sample() reads is the left limit at the tick [MLS 16.5.1]: of a held value the one before,
// of an expression the value before its relations switch. Reference: by hand.
// simulate: --stop-time 0.9
// expect: z(0) = 0 +- 0
// expect: z(0.5) = 2 +- 0
// expect: z(0.85) = 4 +- 0
// expect: sum(0.5) = 12 +- 0
// expect: below(0.45) = 1 +- 0
// expect: below(0.85) = 2 +- 0
// expect: direct(0.5) = 3 +- 0
model LeftLimits
  Clock c = Clock(0.2), c2 = subSample(c, 2);
  Real y(start = 0), z(start = -9), sum, below(start = 0), direct;
equation
  when c then
    y = previous(y) + 1;
  end when;
  when c2 then
    z = sample(hold(y));
    sum = sample(2*hold(y) + 8);
    below = sample(if time >= 0.4 then 2 else 1);
    direct = noClock(y);
  end when;
end LeftLimits;
