model Ladder "resistors in series, a capacitor to ground behind each; fed by a sine"
  parameter Integer n = 1000;
  parameter Real R = 1, C = 1e-3;
  Real u[n](each start = 0, each fixed = true, each nominal = 1) "voltages of the capacitors";
  Real i[n] "currents through the resistors";
equation
  R*i[1] = sin(6.283185307179586*time) - u[1];
  for k in 2:n loop
    R*i[k] = u[k - 1] - u[k];
  end for;
  for k in 1:n - 1 loop
    C*der(u[k]) = i[k] - i[k + 1];
  end for;
  C*der(u[n]) = i[n];
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Ladder;
