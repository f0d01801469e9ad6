// A multivibrator: the loop of its amplifier has three solutions, and the one that it is on ends where it meets
// another, beside a kink. Corrections come and go across the kink there, with slopes that differ by 7,500; a point
// at which they stand still is not yet a solution. Reference: c between jumps at -7.499 and 7.499, by its exponential.
// simulate: --stop-time 1 --tolerance 1e-7
// simulate: --stop-time 1 --tolerance 1e-8 --engine interpret
// expect: c(1.0) = 0.9432146463 +- 2e-4
model KinksBesideAFold
  parameter Real tau = 1/(20*log(3));
  Real c(start = 1, fixed = true), p, d, o;
equation
  o - p = p;
  d = p - c;
  o = noEvent(if 15000*d > 15 then 15 elseif 15000*d < -15 then -15 else 15000*d);
  tau*der(c) = o - c;
end KinksBesideAFold;
