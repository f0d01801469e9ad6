// E5: chemical pyrolysis with very small concentrations over thirteen decades [MI03, II-11].
// All end near zero, and the printed y2 and y3 differ in the third digit although their equations
// make them equal: the source compares with the sizes the tolerances give, and so do we. The size is 1.7e-24 / 1e-7; against
// it y2 and y3 count little, and relative to themselves they agree to three or four digits only.
// mixed: 1.7e-17
// reference: y1 = 0.1152903278711829e-290
// reference: y4 = 0
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
