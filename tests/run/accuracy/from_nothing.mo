// Nobody gives nominal values, and the states begin far below their later size: 1e-12 e^t,
// 1e-12 (e^t - 1), and 1e-12 e^-t, which stays small. Right to 100 tolerances of each value.
// simulate: --tolerance 1e-6
// simulate: --tolerance 1e-6 --method radau5
// simulate: --tolerance 1e-6 --method dopri5
// expect: x(40) = 2.3538526683702e5 +- 24
// expect: y(40) = 2.3538526683702e5 +- 24
// expect: z(1) = 3.6787944117e-13 +- 4e-17
model FromNothing
  Real x(start = 1e-12, fixed = true), y(start = 0, fixed = true), z(start = 1e-12, fixed = true);
equation
  der(x) = x;
  der(y) = y + 1e-12;
  der(z) = -z;
  annotation(experiment(StopTime = 40, Interval = 1));
end FromNothing;
