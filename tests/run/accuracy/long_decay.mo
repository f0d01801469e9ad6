// Robertson's reaction over eleven decades of time [MI03, II-10], whose published end values are
// these. df/dx changes as slowly as the solution decays: an old one leaves nearly the same of the
// equations of each step, step after step, and the end is off by 1.7e-16 and 6.6e-22 with a df/dx
// that is kept while corrections shrink by 0.03.
// simulate: --method radau5 --tolerance 1e-8
// expect: y1(1e11) = 0.2083340149701255e-7 +- 5e-17
// expect: y2(1e11) = 0.8333360770334713e-13 +- 2e-22
// expect: y3(1e11) = 0.9999999791665050 +- 1e-12
model LongDecay
  Real y1(start = 1, fixed = true, nominal = 1e-6);
  Real y2(start = 0, fixed = true, nominal = 1e-11);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 1e11));
end LongDecay;
