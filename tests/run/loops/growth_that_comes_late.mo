// Chains that are harmless while w is 2, and make 1e90 of a rounding error where it is 222. Sixty unknowns
// follow from one by a formula (x), forty from three that are solved for (y), and so they do where an
// equation is not linear, by a cube that is nothing (z). Reference: x by elimination with eighty digits;
// y and z are 1/(w - 2) far from the ends, and (1 - u)/(w - 2) at the ends, with
// u = (w - sqrt(w^2 - 4))/2.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// simulate: --stop-time 1 --dae
// expect: x[1](1.0) = 0.9954850448091338 +- 1e-9
// expect: x[30](1.0) = 0.004519454167780108 +- 1e-9
// expect: x[60](1.0) = 2.049786485460901e-05 +- 1e-9
// expect: y[1](1.0) = 0.0045195664949462 +- 1e-9
// expect: y[20](1.0) = 0.0045399929762485 +- 1e-9
// expect: y[40](1.0) = 0.0045195664949462 +- 1e-9
// expect: z[1](1.0) = 0.0045195664949462 +- 1e-9
// expect: z[20](1.0) = 0.0045399929762485 +- 1e-9
// expect: z[40](1.0) = 0.0045195664949462 +- 1e-9
model GrowthThatComesLate
  Real s(start = 0, fixed = true), w;
  Real x[60], y[40], z[40];
equation
  der(s) = 1;
  w = 2 + 0.01*exp(10*s);
  x[1] + x[2] = 1;
  for i in 2:59 loop
    0.001*x[i - 1] + (w - 2)*x[i] + x[i + 1] = 1;
  end for;
  (w - 2)*x[60] + x[1] = 1;
  w*y[1] - y[2] = 1;
  for i in 2:39 loop
    w*y[i] - y[i - 1] - y[i + 1] = 1;
  end for;
  w*y[40] - y[39] = 1;
  w*z[1] - z[2] = 1;
  for i in 2:39 loop
    w*z[i] - z[i - 1] - z[i + 1] + 1e-12*z[i]^3 = 1;
  end for;
  w*z[40] - z[39] = 1;
end GrowthThatComesLate;
