// Elements of one array of clocks tick on their own. Reference: by hand.
// simulate: --stop-time 1.05
// expect: a(1.01) = 11 +- 0
// expect: b(1.01) = 5 +- 0
model ArrayOfClocks
  Clock c[2];
  Integer n(start = 0), m(start = 0), a, b;
equation
  c[1] = Clock(1, 10);
  c[2] = Clock(1, 4);
  when c[1] then
    n = previous(n) + 1;
  end when;
  when c[2] then
    m = previous(m) + 1;
  end when;
  a = hold(n);
  b = hold(m);
end ArrayOfClocks;
