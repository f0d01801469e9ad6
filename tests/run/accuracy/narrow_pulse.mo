// Pulses that are narrow against the steps before and after them: a Gaussian bell of area one adds
// one to the integral of what it feeds, whatever it passes through on the way. Widths are a half
// to a hundredth of a percent of the run, about the output interval.
// simulate: --intervals 500
// simulate: --intervals 500 --method cvode
// simulate: --intervals 500 --method ida
// simulate: --intervals 500 --method bdf
// simulate: --intervals 500 --method radau5
// simulate: --intervals 500 --method sdirk4
// simulate: --intervals 500 --method dopri5 --engine interpret
// simulate: --intervals 10
// simulate: --intervals 2000 --dae
// simulate: --intervals 500 --inline bdf
// simulate: --intervals 7 --inline radau5
// expect: x(10) = 1 +- 2e-5
// expect: y(10) = 1 +- 2e-5
// expect: z(10) = -2 +- 4e-5
// expect: w(10) = 0.36787944117 +- 2e-5
// expect: e(10) = 0 +- 2e-5
model NarrowPulse
  function bell
    input Real t, width;
    output Real y;
  algorithm
    y := exp(-(t/width)^2)/(width*sqrt(3.141592653589793));
  end bell;
  Real x(start = 0, fixed = true) "a pulse on the output grid";
  Real y(start = 0, fixed = true) "one between its points, through a loop and a function";
  Real z(start = 0, fixed = true) "one that a state triggers";
  Real p(start = 0, fixed = true);
  Real w(start = 1, fixed = true) "a factor: log w falls by the area";
  Real e(start = 0, fixed = true) "up and down again: the areas cancel";
  Real a, b, s;
equation
  der(x) = exp(-((time - 5)/0.01)^2)/(0.01*sqrt(3.141592653589793));
  s = bell(time - 7.511, 0.012);
  a + b = 3*s;
  a - b = s;
  der(y) = b;
  der(p) = 1;
  der(z) = -2*bell(p - 2.2345, 0.011);
  der(w) = -w*bell(time - 3.3, 0.01);
  der(e) = bell(time - 8.71, 0.01) - bell(time - 8.75, 0.01);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end NarrowPulse;
