// The loop of an inlined step is solved as exactly as its states need it, not as the derivatives it
// iterates on would have it: der(y2) is 1e-24 at the end, where steps are 1e10 s long. Robertson's
// reaction; reference: the end values of the IVP test set [MI03, II-10].
// simulate: --inline bdf --tolerance 1e-8
// simulate: --inline radau5 --tolerance 1e-8
// simulate: --inline sdirk4 --tolerance 1e-8
// expect: y1(1e11) = 0.2083340149701255e-7 +- 3e-11
// expect: y2(1e11) = 0.8333360770334713e-13 +- 2e-16
// expect: y3(1e11) = 0.9999999791665050 +- 3e-8
model SmallStatesOverManyDecades
  Real y1(start = 1, fixed = true, nominal = 1e-6);
  Real y2(start = 0, fixed = true, nominal = 1e-11);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 1e11));
end SmallStatesOverManyDecades;
