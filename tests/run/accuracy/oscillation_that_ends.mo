// A fast oscillation, which the steps follow until it has died away: what is left turns 300 times as
// slowly, x = a sin(time - b) with a e^(-ib) = 1/(1 - 1/w^2 + 2 i d/w), and is no work for an explicit
// method: that of order 8 took 13,311 steps, all but a few hundred of them behind the oscillation.
// simulate: --tolerance 1e-7
// expect: steps <= 2000
// expect: x(40) = 0.7455657435 +- 1e-7
model OscillationThatEnds
  parameter Real w = 300, d = 0.1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = w^2*(sin(time) - x) - 2*d*w*v;
  annotation(experiment(StopTime = 40, Interval = 1));
end OscillationThatEnds;
