// The interval that a clocked variable gives must be positive [MLS 16.3]. Reference: by hand, the
// counter is 1 and then 0.
// simulate: --stop-time 1
// expect: status = 3
// expect: error the interval of this sample or clock is 0 s: it must be positive
model IntervalNotPositive
  Integer k(start = 2);
equation
  when Clock(k, 10) then
    k = previous(k) - 1;
  end when;
end IntervalNotPositive;
