// Two ideal diodes antiparallel: when the current passes zero both are at their threshold, and
// rounding decides which of the combinations contradict themselves.
// The numbers: one of them conducts, so i = sin(2*pi*time)/(100 + Ron) up to the leakage Goff.
model AntiparallelDiodes
  constant Real pi = 2*asin(1.0);
  parameter Real Ron = 1e-5, Goff = 1e-5;
  Boolean off1(start = true), off2(start = true);
  Real s1, s2, v, i1, i2, i;
equation
  off1 = s1 < 0;
  off2 = s2 < 0;
  v = s1*(if off1 then 1 else Ron);
  i1 = s1*(if off1 then Goff else 1);
  -v = s2*(if off2 then 1 else Ron);
  i2 = s2*(if off2 then Goff else 1);
  i = i1 - i2;
  v + 100*i = sin(2*pi*time);
  annotation(experiment(StopTime = 10.25, Interval = 0.01));
end AntiparallelDiodes;
// expect: i(0.25) = 0.01 +- 1e-7
// expect: i(0.75) = -0.01 +- 1e-7
// expect: i(10.25) = 0.01 +- 1e-7
