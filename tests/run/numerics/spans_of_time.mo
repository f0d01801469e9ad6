// The same oscillation in nanoseconds and over days: events and steps scale with the span.
// Reference: u = cos(2 pi time/T), crossings of zero at T (1/4 + k/2), two in a period.
// simulate: --set T=1e-8 --stop-time 1e-7
// simulate: --set T=100 --stop-time 1000
// simulate: --set T=8640 --stop-time 86400
// expect: u(end) = 1 +- 2e-4
// expect: events = 20
// expect: steps <= 1500
model SpansOfTime
  parameter Real T = 1;
  constant Real w = 6.283185307179586;
  Real u(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean positive = u > 0;
equation
  der(u) = w/T*v;
  der(v) = -w/T*u;
end SpansOfTime;
