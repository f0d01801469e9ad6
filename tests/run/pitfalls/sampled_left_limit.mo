// A clocked sample takes the left limit: what changes at the tick is seen at the next one.
// expect: b1(1.5) = 0
// expect: b1(2.5) = 1
// expect: x1(1.5) = 1 +- 1e-9
// expect: x1(2.5) = 11 +- 1e-9
model SampledLeftLimit
  Boolean b = time >= 1, bs = sample(b, Clock(1, 1)), b1 = hold(bs);
  Real x(start = 0, fixed = true), xs = sample(x, Clock(1, 1)), x1 = hold(xs);
equation
  der(x) = 1;
  when time >= 1 then
    reinit(x, 10);
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.25));
end SampledLeftLimit;
