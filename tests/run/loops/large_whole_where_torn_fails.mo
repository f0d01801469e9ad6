// The net of whole_where_torn_fails.mo 28 times, each held by a trace of the next: a loop of 308
// unknowns, which is solved whole where what tearing leaves of it is not. Reference: the pressures of
// that net.
// expect: net[1].p[2](1) = 94744.1713175 +- 1e-3
// expect: net[7].p[3](1) = 12981.0505599 +- 1e-3
// expect: net[28].p[5](1) = 95122.1769661 +- 1e-3
// expect: net[28].m[4](1) = 0.11959756326 +- 1e-9
model LargeWholeWhereTornFails
  function root
    input Real x, k;
    output Real y;
  algorithm
    y := k*x/sqrt(sqrt(x^2 + 1e-2));
    annotation(Inline = false, smoothOrder = 2);
  end root;
  function square
    input Real x, k;
    output Real y;
  algorithm
    y := x*sqrt(x^2 + 1e-8)/k^2;
    annotation(Inline = false, smoothOrder = 2);
  end square;
  model Net
    input Real above;
    Real p[5](each start = 0), m[8](each start = 0), h;
  equation
    h = 1e5*min(1, time);
    p[1] = 1e-12*above;
    m[1] = root(p[1] - p[2] + h, 0.000662249);
    p[2] - p[3] = square(m[2], 0.000151878);
    m[3] = root(p[3] - p[4], 0.0340482);
    p[3] - p[5] + h = square(m[4], 0.000894943);
    p[5] - p[2] = square(m[5], 0.00615139);
    m[6] = root(p[3] - p[2] - 0.458026*h, 0.000219904);
    p[4] - p[2] + h = square(m[7], 1.75756e-05);
    p[1] - p[2] = square(m[8], 0.000155979);
    0 = m[1] - m[2] + m[5] + m[6] + m[7] + m[8];
    0 = m[2] - m[3] - m[4] - m[6];
    0 = m[3] - m[7];
    0 = m[4] - m[5];
  end Net;
  constant Integer n = 28;
  Net net[n];
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  for k in 1:n loop
    net[k].above = net[mod(k, n) + 1].p[5];
  end for;
  annotation(experiment(StopTime = 1));
end LargeWholeWhereTornFails;
