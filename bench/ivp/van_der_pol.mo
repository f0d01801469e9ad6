// Van der Pol's oscillator with a parameter of 1e6, two time scales [MI03, II-8].
// run: --method radau5 --tolerance 1e-10
// reference: y1 = 0.1706167732170483e1
// reference: y2 = -0.8928097010247975
model VanDerPol
  parameter Real eps = 1e-6;
  Real y1(start = 2, fixed = true);
  Real y2(start = 0, fixed = true);
equation
  der(y1) = y2;
  der(y2) = ((1 - y1^2)*y2 - y1)/eps;
  annotation(experiment(StopTime = 2));
end VanDerPol;
