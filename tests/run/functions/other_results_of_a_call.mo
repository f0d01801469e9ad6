// Results of a call that no derivative needs, next to one that is needed, as a result, in a relation
// and in a condition: y = exp(-t), x = 1 + t, s = x + y, p = x*y; s > 2.2 from the root of
// t + exp(-t) = 1.2 on, which is 0.7067606 (Newton by hand).
// simulate: --stop-time 2 --tolerance 1e-8
// simulate: --stop-time 2 --tolerance 1e-8 --engine interpret
// simulate: --stop-time 2 --tolerance 1e-8 --engine c
// simulate: --stop-time 2 --tolerance 1e-8 --dae
// simulate: --stop-time 2 --tolerance 1e-8 --method radau5
// expect: y(2) = 0.135335283 +- 1e-6
// expect: p(1) = 0.735758882 +- 1e-6
// expect: p(2) = 0.406005850 +- 1e-6
// expect: s(2) = 3.135335283 +- 1e-6
// expect: event 1 = 0.7067606 +- 1e-5
// expect: over(0.5) = 0
// expect: over(1) = 1
model OtherResultsOfACall
  function both
    input Real u[2];
    output Real r[3];
  algorithm
    r := {0, 0, 1};
    for k in 1:2 loop
      r := {-u[k], r[2] + u[k], r[3]*u[k]};
    end for;
  end both;
  Real y(start = 1, fixed = true), x = 1 + time, r[3], s = r[2], p = r[3];
  Boolean over = s > 2.2;
equation
  der(y) = r[1];
  r = both({x, y});
end OtherResultsOfACall;
