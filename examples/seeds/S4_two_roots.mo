// Seed case S4 (Zimmer): g + h = 1, g*h = f; one tearing variable, Newton, two roots.
// reference: g, h = (1 +- sqrt(1 - 4 f))/2 with f = 0.21
// simulate: --stop-time 1
// simulate: --stop-time 1 --set g.start=0.1
// expect: loops = {2}
// expect: tearing = 1
// expect: kinds = {nonlinear}
// expect: product = 0.21 +- 1e-9
// expect: difference = 0.4 +- 1e-9
model S4_two_roots
  parameter Real f = 0.21;
  Real g(start = 0.9), h;
  Real product = g*h, difference = abs(g - h);
equation
  g + h = 1;
  g*h = f;
end S4_two_roots;
