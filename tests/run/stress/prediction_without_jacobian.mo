// The first prediction of a stiff method leads to x = y = 547, where df/dx is of size 1e246 and of rank
// one: no step is short enough to solve with that, and a shorter one needs a df/dx of its own.
// By hand: exp(-x) = 0.5 + 0.5*exp(-2e9*t).
// simulate: --method bdf --tolerance 1e-6
// simulate: --method radau5 --tolerance 1e-6
// simulate: --method cvode --tolerance 1e-6
// expect: x(1e-9) = 0.5662191695 +- 1e-4
// expect: y(end) = 0.6931471806 +- 1e-6
model PredictionWithoutJacobian
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1e9*(2 - exp((x + y)/2));
  der(y) = 1e9*(2 - exp((x + y)/2));
  annotation(experiment(StopTime = 1e-6, Interval = 1e-9));
end PredictionWithoutJacobian;
