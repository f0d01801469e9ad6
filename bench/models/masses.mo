model Masses "a chain of masses and springs without damping, pulled at one end"
  parameter Integer n = 100;
  parameter Real c = 100, m = 1;
  Real x[n](each start = 0, each fixed = true, each nominal = 1), v[n](each start = 0, each fixed = true, each nominal = 1);
equation
  for k in 1:n loop
    der(x[k]) = v[k];
  end for;
  m*der(v[1]) = c*(sin(time) - 2*x[1] + x[2]);
  for k in 2:n - 1 loop
    m*der(v[k]) = c*(x[k - 1] - 2*x[k] + x[k + 1]);
  end for;
  m*der(v[n]) = c*(x[n - 1] - x[n]);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end Masses;
