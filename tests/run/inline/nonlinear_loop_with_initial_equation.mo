// A nonlinear loop inside the step, a parameter found by an initial equation, a sampled input.
// reference: y^3 + y = u + x with u = k; steady start der(x) = 0 gives x = y, k = y^3 with y = 1 from
// the initial equation: k = 1, x = 1 for ever while u = k; after t = 1 u = 2*k: x tends to y with
// y^3 = 2
// simulate: --stop-time 40 --inline bdf --tolerance 1e-8
// simulate: --stop-time 40 --inline radau5 --tolerance 1e-8
// simulate: --stop-time 40 --inline backward-euler --step 0.05
// expect: k = 1 +- 1e-9
// expect: x(0.9) = 1 +- 1e-8
// expect: x(40) = 1.259921049894873 +- 1e-6
// expect: y(40) = 1.259921049894873 +- 1e-6
model nonlinear_loop_with_initial_equation
  parameter Real k(fixed = false, start = 0.5);
  Real x, y(start = 1), u;
initial equation
  der(x) = 0;
  y = 1;
equation
  u = if time < 1 then k else 2*k;
  y^3 + y = u + x;
  der(x) = y - x;
end nonlinear_loop_with_initial_equation;
