// Seed case I5 (heat diffusion (8.111), (8.112), n = 50, BDF inlined): a loop of 100 equations with
// at most 25 tearing variables, which the text suspects to be the least: with h in no denominator
// every segment costs its derivative as a tearing variable or its formula as a residual.
// reference: Gaussian elimination with pivoting of I - h*A, ten steps of backward Euler
// simulate: --inline backward-euler --step 0.1 --stop-time 1 --intervals 10
// simulate: --inline bdf1 --step 0.1 --stop-time 1 --intervals 10
// expect: equations = 101
// expect: loops = {100}
// expect: kinds = {linear}
// expect: tearing <= 25
// expect: u[1](1) = 0.903139741232998 +- 1e-9
// expect: u[13](1) = 0.619699439167273 +- 1e-9
// expect: u[25](1) = -1.34739258210326e-07 +- 1e-9
// expect: u[49](1) = -0.903500593170208 +- 1e-9
// expect: u[50](1) = -0.905286970212403 +- 1e-9
model I5_inlined_heat
  constant Real pi = 3.141592653589793;
  parameter Integer n = 50;
  parameter Real c = n^2/(120*pi^2);
  Real u[n];
  Real u0 = exp(-time/10);
initial equation
  for i in 1:n loop
    u[i] = cos(pi*i/n);
  end for;
equation
  der(u[1]) = c*(10*u0 - 15*u[1] - 4*u[2] + 14*u[3] - 6*u[4] + u[5]);
  der(u[2]) = c*(-u0 + 16*u[1] - 30*u[2] + 16*u[3] - u[4]);
  for i in 3:n - 2 loop
    der(u[i]) = c*(-u[i - 2] + 16*u[i - 1] - 30*u[i] + 16*u[i + 1] - u[i + 2]);
  end for;
  der(u[n - 1]) = c*(-u[n - 3] + 16*u[n - 2] - 31*u[n - 1] + 16*u[n]);
  der(u[n]) = c*(-2*u[n - 2] + 32*u[n - 1] - 30*u[n]);
  annotation(experiment(StopTime = 10));
end I5_inlined_heat;
