// The currents of a star add up to zero, and what cancels in the derivative of their sum is large:
// a state that holds rounding, which no step resolves. It must not decide about the steps of the
// others, x = sin(314 time)/314; it did, about 108,236 of dop853 and 11,590 of dopri5.
// simulate: --tolerance 1e-7 --method dop853
// simulate: --tolerance 1e-7 --method dopri5
// simulate: --tolerance 1e-7
// expect: steps <= 3000
// expect: x(2) = -0.00099736155103 +- 1e-9
// expect: sum(2) = 0 +- 1e-8
model SumAtRest
  constant Real third = 2.0943951023931954923;
  parameter Real amplitude = 1e7;
  Real phi(start = 0, fixed = true), x(start = 0, fixed = true), sum(start = 0, fixed = true);
equation
  der(phi) = 314;
  der(x) = cos(phi);
  der(sum) = amplitude*(cos(phi) + cos(phi - third) + cos(phi + third)) - 10*sum;
  annotation(experiment(StopTime = 2, Interval = 0.05));
end SumAtRest;
