// simulate: --method cvode
// simulate: --method ida
// simulate: --method bdf
// simulate: --method dopri5
// simulate: --method radau5
// simulate: --method lobatto4
// simulate: --method sdirk4
// simulate: --method am3
// x = 1/(1 - time): there is no solution beyond time 1. The error names the state, whatever the
// method; the first part of the solution is in the result.
// expect: status = 3
// expect: error the step size became too small; the state that limits it is 'x'
// expect: x(0.5) = 2 +- 1e-3
model Pole
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end Pole;
