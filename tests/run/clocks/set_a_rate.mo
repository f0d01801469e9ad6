// Parameters of clocks can be set: intervals at the start, factors by compiling once more; named
// arguments have their places. Reference: by hand.
// simulate: --stop-time 1.9 --set T=0.5 --set f=3
// expect: n = 4 +- 0
// expect: m = 2 +- 0
// expect: p = 5 +- 0
model SetARate
  parameter Real T = 0.1;
  parameter Integer f = 1, counter = 2;
  Clock c = Clock(T);
  Integer n(start = 0), m(start = 0), p(start = 0);
equation
  when c then
    n = previous(n) + 1;
  end when;
  m = previous(m) + min(1, subSample(n, f));
  when Clock(resolution = 5, intervalCounter = counter) then
    p = previous(p) + 1;
  end when;
end SetARate;
