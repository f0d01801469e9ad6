// E5: chemical pyrolysis with very small concentrations over thirteen decades [MI03, II-11].
// At the end y1 and y4 are gone (1e-291 and 0 are printed), and y2' = y3' = -M*C*y2*y3. Since the
// equations keep y2 - y3 = y4, both should be equal; the printed 0.8867655517642120e-22 and
// 0.8854814626268838e-22 differ in the third digit, because rounding at a time when both were 1e-10
// leaves a difference d for good. With d the solution of that equation is
// (y2 - y3)/log(y2/y3) = 1/(M*C*(t - t0)), the same for every d: this mean of the two tells what the
// integration found and not what rounding left. The value is that of the printed numbers.
// run: --method radau5 --tolerance 1e-10
// reference: y = 0.8861233521301488e-22
model E5
  parameter Real A = 7.89e-10;
  parameter Real B = 1.1e7;
  parameter Real C = 1.13e3;
  parameter Real M = 1e6;
  Real y1(start = 1.76e-3, fixed = true, nominal = 1e-22);
  Real y2(start = 0, fixed = true, nominal = 1e-22);
  Real y3(start = 0, fixed = true, nominal = 1e-22);
  Real y4(start = 0, fixed = true, nominal = 1e-22);
  Real excess = if noEvent(y3 > 0) then (y2 - y3)/y3 else 0;
  Real y = if noEvent(abs(excess) < 1e-5) then y3*(1 + excess/2)
    else (y2 - y3)/log(1 + excess) "logarithmic mean of y2 and y3";
equation
  der(y1) = -A*y1 - B*y1*y3;
  der(y2) = A*y1 - M*C*y2*y3;
  der(y3) = der(y2) - der(y4);
  der(y4) = B*y1*y3 - C*y4;
  annotation(experiment(StopTime = 1e13));
end E5;
