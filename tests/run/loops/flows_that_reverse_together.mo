// A chain of semiLinear equations is no loop: what lies between is the upstream value, by the rule
// of the specification (3.7.4.5), also at x = 0, where the equations themselves do not determine it.
// The numbers: upstream is a = 2 + t until x = 1 - t reverses, b = 3 + t afterwards.
model FlowsThatReverseTogether
  Real x = 1 - time, back = -x, a = 2 + time, b = 3 + time, y, s1, s2, s3;
equation
  y = semiLinear(x, a, s1);
  -y = semiLinear(back, s2, s1);
  y = semiLinear(x, s2, s3);
  -y = semiLinear(back, b, s3);
end FlowsThatReverseTogether;
// simulate: --stop-time 2
// expect: loops = {}
// expect: y(0.5) = 1.25 +- 1e-9
// expect: s1(0.5) = 2.5 +- 1e-9
// expect: s3(0.5) = 2.5 +- 1e-9
// expect: event 1 = 1 +- 1e-8
// expect: s1(1.0-) = 3 +- 1e-8
// expect: s3(1.5) = 4.5 +- 1e-9
// expect: y(1.5) = -2.25 +- 1e-9
