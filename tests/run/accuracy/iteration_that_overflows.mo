// What is foretold lies a little above 1, where the slope is 1e308: the iteration of that step overflows,
// and nothing of it may be left behind when a smaller step is taken. Reference: x = 1 - exp(-1e-5*time).
// simulate: --method radau3 --tolerance 1e-4
// simulate: --method radau3-embedded --tolerance 1e-4
// simulate: --method radau5 --tolerance 1e-4
// simulate: --method lobatto4 --tolerance 1e-4
// expect: x(end) = 1 +- 1e-6
model IterationThatOverflows
  Real x(start = 0, fixed = true);
equation
  der(x) = noEvent(if x > 1 + 1e-7 then 1e308 else (1 - x)*1e-5);
  annotation(experiment(StopTime = 1e9));
end IterationThatOverflows;
