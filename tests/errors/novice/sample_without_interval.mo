// simulate: --stop-time 1
// The period of a sampler was left at zero.
model SampleWithoutInterval
  parameter Real period = 0;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, period) then  // error[E0545]@3: the interval of this sample or clock is 0 s: it must be positive
    n = pre(n) + 1;
  end when;
end SampleWithoutInterval;
