// sample() and clocks of parameters are judged at the start. Reference: MLS 3.7.5 and 16.3, the
// interval is positive.
// simulate: --set p=0
// simulate: --set p=-1
// simulate: --set q=0
// expect: status = 3
// expect: error it must be positive
model IntervalOfAParameter
  parameter Real p = 1, q = 1;
  Integer n(start = 0, fixed = true), m(start = 0);
equation
  when sample(0, p) then
    n = pre(n) + 1;
  end when;
  when Clock(q) then
    m = previous(m) + 1;
  end when;
end IntervalOfAParameter;
