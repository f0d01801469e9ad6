// reference: the first recorded value is 4
// simulate: --stop-time 2 --intervals 4
// expect: n(start) = 4
// expect: n(2) = 6
model SampleAtTheStart
  Integer n(start = 3, fixed = true);
equation
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
end SampleAtTheStart;
