// As sum_at_rest.mo: what is left of the sum does not converge, either. Newton's method made 33,874
// corrections in the steps of bdf, 19,511 in those of radau5. x = sin(314 time)/314.
// simulate: --tolerance 1e-7 --method bdf
// simulate: --tolerance 1e-7 --method radau5
// expect: iterations <= 15000
// expect: x(2) = -0.00099736155103 +- 3e-8
// expect: sum(2) = 0 +- 1e-8
model SumAtRestOfCorrections
  constant Real third = 2.0943951023931954923;
  parameter Real amplitude = 1e7;
  Real phi(start = 0, fixed = true), x(start = 0, fixed = true), sum(start = 0, fixed = true);
equation
  der(phi) = 314;
  der(x) = cos(phi);
  der(sum) = amplitude*(cos(phi) + cos(phi - third) + cos(phi + third)) - 10*sum;
  annotation(experiment(StopTime = 2, Interval = 0.05));
end SumAtRestOfCorrections;
