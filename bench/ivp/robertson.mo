// Robertson's autocatalytic reaction over eleven decades of time [MI03, II-10].
// run: --method radau5 --tolerance 1e-11
// reference: y1 = 0.2083340149701255e-7
// reference: y2 = 0.8333360770334713e-13
// reference: y3 = 0.9999999791665050
model Robertson
  Real y1(start = 1, fixed = true, nominal = 1e-6);
  Real y2(start = 0, fixed = true, nominal = 1e-11);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 1e11));
end Robertson;
