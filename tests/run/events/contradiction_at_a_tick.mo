// Discrete equations that contradict each other at a sampling instant have no solution: the run stops, it does not leave the instant out.
//
// simulate: --stop-time 2
// expect: status = 3
// expect: error the equations cannot be solved at the event at time 1
model ContradictionAtATick
  Boolean a(start = false), b(start = false);
equation
  when sample(1, 1) then
    a = not b;
    b = a;
  end when;
end ContradictionAtATick;
