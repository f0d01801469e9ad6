// Ticks of different rates at the same time are one event: b sees what a has become. 3*0.1 and 0.3
// differ by rounding. Reference: by hand, b = 3 k + 1 at 0.3 k.
// simulate: --stop-time 1
// expect: b(0) = 1
// expect: b(0.31) = 4
// expect: b(0.61) = 7
// expect: b(0.91) = 10
// expect: events = 10
model RatesThatMeet
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    a = pre(a) + 1;
  end when;
  when sample(0, 0.3) then
    b = a;
  end when;
end RatesThatMeet;
