// Nonlinear resistors on a square grid, a loop of 144 unknowns: `auto` takes the DAE form, in which
// the loop joins the states. reference: the ODE form with a method that is asked for, which solves
// the loop inside every evaluation, and one of our own methods
// simulate: --tolerance 1e-7
// simulate: --tolerance 1e-8 --method cvode
// simulate: --tolerance 1e-7 --method radau5
// expect: x[1](1) = 0.776441391 +- 1e-5
function current
  input Real v;
  output Real i;
algorithm
  i := v + 0.1*v^3 + 0.01*sinh(v);
  annotation(Inline = true);
end current;
model LargeGrid
  parameter Integer n = 12;
  Real x[n](each start = 0, each fixed = true);
  Real u[n, n](each start = 0.1);
equation
  for i in 1:n loop
    der(x[i]) = u[i, 1] - x[i] + sin(time + i);
    for j in 1:n loop
      0 = (if i > 1 then current(u[i - 1, j] - u[i, j]) else 0)
        + (if i < n then current(u[i + 1, j] - u[i, j]) else 0)
        + (if j > 1 then current(u[i, j - 1] - u[i, j]) else current(x[i] - u[i, j]))
        + (if j < n then current(u[i, j + 1] - u[i, j]) else current(-u[i, j]));
    end for;
  end for;
  annotation(experiment(StopTime = 1));
end LargeGrid;
