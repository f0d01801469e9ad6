// Heat in a rod of 500 segments: what the tearing of an inlined step may lose is bounded for every
// step size that the error control can come to, not for the expected one alone, and the more tightly
// the larger the loop. Otherwise the rounding errors of long chains force hundreds of steps. (Ten do;
// the rest looks for narrow pulses where the interpolant and the derivatives differ.)
// reference: u(x, t) = exp(-t/10)*cos(pi*x), as in [CK06, (8.111)]
// simulate: --inline radau5 --tolerance 1e-6 --intervals 10
// expect: steps <= 30
// expect: u[250](10) = 0 +- 1e-4
// expect: u[500](10) = -0.367879441171442 +- 1e-4
model LongRod
  constant Real pi = 3.141592653589793;
  parameter Integer n = 500;
  parameter Real c = n^2/(120*pi^2);
  Real u[n](each nominal = 1);
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
end LongRod;
