model Rod "heat conduction along a rod, one end at a temperature that depends on time"
  parameter Integer n = 1000;
  parameter Real L = 1, a = 1e-2;
  parameter Real dx = L/n;
  Real T[n](each start = 0, each fixed = true, each nominal = 1);
equation
  der(T[1]) = a*(T[2] - 2*T[1] + sin(time))/dx^2;
  for k in 2:n - 1 loop
    der(T[k]) = a*(T[k + 1] - 2*T[k] + T[k - 1])/dx^2;
  end for;
  der(T[n]) = a*(T[n - 1] - T[n])/dx^2;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end Rod;
