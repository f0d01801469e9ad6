// What is discrete changes at events alone, and is looked at behind each of them: the second event
// divides by zero, long after the start was found to be sound.
// simulate: --intervals 1000
model DiscreteWithoutValue
  discrete Real y(start = 3, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when {x > 0.25, x > 0.5} then
    y = 1/(pre(y) - 0.5) + 0.1;
  end when;
  annotation(experiment(StopTime = 1));
end DiscreteWithoutValue;
// The first event gives 0.4 + 0.1, which is 0.5.
// expect: status = 3
// expect: y(0.3) = 0.5
// expect: error stopped at time 0.5
// expect: error 'y' = inf
