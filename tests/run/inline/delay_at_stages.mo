// delay() at the stages of a step that are solved together: the history is asked for the time of each.
// reference: by the method of steps x = 1 - t up to 1, then 1 - t + (t - 1)^2/2, then
// -1/2 + (t - 2)^2/2 - (t - 2)^3/6; z = (1 - cos(5*(t - 0.5)))/5
// simulate: --inline radau5 --tolerance 1e-8 --interval 0.01
// simulate: --inline radau3 --tolerance 1e-8 --interval 0.01
// simulate: --inline lobatto4 --tolerance 1e-8 --interval 0.01
// simulate: --inline bdf --tolerance 1e-8 --interval 0.01
// expect: x(1) = 0 +- 1e-5
// expect: x(2) = -0.5 +- 1e-5
// expect: x(3) = -0.166666666666667 +- 1e-4
// expect: z(2) = 0.130672936433 +- 1e-5
model DelayAtStages
  Real x(start = 1, fixed = true), y = delay(sin(5*time), 0.5);
  Real z(start = 0, fixed = true) "integral of y";
equation
  der(x) = -delay(x, 1);
  der(z) = if time < 0.5 then 0 else y;
  annotation(experiment(StopTime = 3));
end DelayAtStages;
