// Five nodes and eight pipes, some written as flow by pressure, some as pressure by flow. Tearing
// leaves a chain in which squares are squared again, and when the pumps start Newton's method fails
// in what is left; in all unknowns together it finds the solution. Reference: the flows rise with the
// differences of pressure, so there is one solution; these pressures, put into the flow of every
// pipe solved for it, balance all nodes to 1e-11.
// expect: p[2](2) = 94744.1713175 +- 1e-3
// expect: p[3](2) = 12981.0505599 +- 1e-3
// expect: p[5](2) = 95122.1769661 +- 1e-3
// expect: m[4](2) = 0.11959756326 +- 1e-9
model WholeWhereTornFails
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
  Real p[5](each start = 0), m[8](each start = 0), h;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  h = if time < 1 then 0 else 1e5;
  p[1] = 0;
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
  annotation(experiment(StopTime = 2));
end WholeWhereTornFails;
