// Seed case I6 (heat diffusion (8.115), n = 50, Radau IIA(3) inlined): a loop of 200 equations; the
// procedure of the text broke down, both trivial structures have 100 tearing variables.
// reference: Gaussian elimination with pivoting of the coupled stages, ten steps
// simulate: --inline radau3 --step 0.1 --stop-time 1 --intervals 10
// expect: equations = 202
// expect: loops = {200}
// expect: kinds = {linear}
// expect: tearing <= 100
// expect: u[1](1) = 0.903051914612286 +- 1e-9
// expect: u[13](1) = 0.619403843713026 +- 1e-9
// expect: u[25](1) = -1.29718898337709e-11 +- 1e-9
// expect: u[49](1) = -0.903051942463792 +- 1e-9
// expect: u[50](1) = -0.904837432446272 +- 1e-9
model I6_inlined_heat_radau
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
end I6_inlined_heat_radau;
