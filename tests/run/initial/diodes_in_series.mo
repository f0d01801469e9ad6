// 12 V over 100 Ohm and three diodes, each with its own node. Reference: the three are alike, one root by bisection.
// expect: u[1](start) = 0.7729460980912614 +- 1e-9
// expect: u[2](start) = 1.5458921961825227 +- 1e-9
// expect: u[3](start) = 2.318838294273784 +- 1e-9
model DiodesInSeries
  parameter Real Is = 1e-14, Vt = 0.02585;
  Real u[3], i;
equation
  i = Is*(exp(u[1]/Vt) - 1);
  i = Is*(exp((u[2] - u[1])/Vt) - 1);
  i = Is*(exp((u[3] - u[2])/Vt) - 1);
  i = (12 - u[3])/100;
end DiodesInSeries;
