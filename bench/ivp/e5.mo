// E5: chemical pyrolysis with very small concentrations over thirteen decades [MI03, II-11].
// The first component ends at 1e-290 and the last at zero: no reference for them.
// reference: y2 = 0.8867655517642120e-22
// reference: y3 = 0.8854814626268838e-22
model E5
  parameter Real A = 7.89e-10;
  parameter Real B = 1.1e7;
  parameter Real C = 1.13e3;
  parameter Real M = 1e6;
  Real y1(start = 1.76e-3, fixed = true, nominal = 1e-22);
  Real y2(start = 0, fixed = true, nominal = 1e-22);
  Real y3(start = 0, fixed = true, nominal = 1e-22);
  Real y4(start = 0, fixed = true, nominal = 1e-22);
equation
  der(y1) = -A*y1 - B*y1*y3;
  der(y2) = A*y1 - M*C*y2*y3;
  der(y3) = der(y2) - der(y4);
  der(y4) = B*y1*y3 - C*y4;
  annotation(experiment(StopTime = 1e13));
end E5;
