// The elements of x tick every tenth and every quarter of a second, those of e at events, at 0.1 s, 0.3 s, ... By hand, up to 0.95 s: ten and four
// ticks; every second one of them has seen 9 and 3. Of the five events e sees the first, third and fifth with subSample, the last three with
// shiftSample.
//
// simulate: --stop-time 0.95
// expect: s[1](0.95) = 10
// expect: s[2](0.95) = 4
// expect: z[1](0.95) = 9
// expect: z[2](0.95) = 3
// expect: n(0.95) = 5
// expect: e[1](0.95) = 3
// expect: e[2](0.95) = 3
model ArraysOfOtherClocks
  Integer x[2](each start = 0), s[2], z[2], w[2], n(start = 0), e[2](each start = 0);
  Clock c[2] = {Clock(1, 10), Clock(1, 4)};
equation
  for i in 1:2 loop
    when c[i] then
      x[i] = previous(x[i]) + 1;
    end when;
    w[i] = subSample(x[i], 2);
  end for;
  s = {hold(x[i]) for i in 1:2};
  z = {hold(w[i]) for i in 1:2};
  when Clock(sin(10*3.14159265358979*(time - 0.1)) > 0) then
    n = previous(n) + 1;
  end when;
  e[1] = previous(e[1]) + 1 + 0*subSample(n, 2);
  e[2] = previous(e[2]) + 1 + 0*shiftSample(n, 2);
end ArraysOfOtherClocks;
