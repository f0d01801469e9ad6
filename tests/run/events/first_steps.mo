// A hundred events that are alike: the first step behind each, which the rule makes far too short, is
// longer from one to the next, until nearly one leads to the next event; with the rule alone there
// are 411, 599 and 508 steps. Reference: x goes to u + (x - u)*exp(-0.1) in each interval.
// simulate: --method radau5 --tolerance 1e-6
// simulate: --method dopri5 --tolerance 1e-6
// simulate: --method dop853 --tolerance 1e-6
// expect: x(5.0) = -0.0496217580752535 +- 1e-8
// expect: x(10.0) = -0.0499561068511658 +- 1e-8
// expect: steps <= 300
model FirstSteps
  Real x(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true);
equation
  der(x) = u - x;
  when sample(0.1, 0.1) then
    u = -pre(u);
  end when;
  annotation(experiment(StopTime = 10));
end FirstSteps;
