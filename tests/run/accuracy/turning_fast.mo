// A point turns the faster the farther out it is: x = cos(time), y = sin(time). df/dx turns with it,
// so that a correction of a step leaves something for the next one; along so smooth a solution the
// last points foretell the next step, and two corrections do in the place of three: 567 in all with
// stages that begin on the polynomial of the last step.
// simulate: --tolerance 1e-7 --method radau5
// expect: iterations <= 480
// expect: x(20) = 0.40808206181339 +- 3e-6
// expect: y(20) = 0.91294525072763 +- 3e-6
model TurningFast
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), r2 = x^2 + y^2;
equation
  der(x) = -r2*y;
  der(y) = r2*x;
  annotation(experiment(StopTime = 20, Interval = 1));
end TurningFast;
