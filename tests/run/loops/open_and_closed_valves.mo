// Open valves in front of closed ones, in series: a digit of a pressure in front of an open one is
// 0.02 g/s, and that 2000 Pa at a closed one. The loop is torn at such pressures, whose corrections
// are small whatever the flow is; the flow is that of two closed valves,
//   2*(a*m + b*m^2) = dp, m = (sqrt(a^2 + 2*b*dp) - a)/(2*b), but for 1e-10 Pa at the open ones.
// expect: m(0) = 4.7722557505e-4 +- 1e-9
// expect: m(1.0) = 9.1607978310e-4 +- 1e-9
// expect: q(1.0) = 6.9947002093e-4 +- 1e-9
model OpenAndClosedValves
  function open
    input Real dp;
    output Real m;
  algorithm
    m := 4e5*dp + 1e-3*dp^3;
    annotation(Inline = false);
  end open;
  function closed
    input Real m;
    output Real dp;
  algorithm
    dp := 1e8*m + 1e10*m*abs(m);
    annotation(Inline = false);
  end closed;
  Real p[5](each start = 3e5, each nominal = 1e5), m(nominal = 1), pEnd = 2e5 - 1e5*time;
  Real q(start = 0, fixed = true);
equation
  m = open(3e5 - p[1]);
  p[1] - p[2] = closed(m);
  m = open(p[2] - p[3]);
  p[3] - p[4] = closed(m);
  m = open(p[4] - p[5]);
  p[5] = pEnd;
  der(q) = m;
end OpenAndClosedValves;
