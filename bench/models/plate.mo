model Plate "heat conduction in a square plate, one side at a temperature that depends on time"
  parameter Integer n = 316;
  parameter Real a = 1e-2;
  parameter Real c = a*n^2;
  Real T[n, n](each start = 0, each fixed = true, each nominal = 1);
equation
  for i in 1:n loop
    for j in 1:n loop
      der(T[i, j]) = c*((if i > 1 then T[i - 1, j] else sin(time)) + (if i < n then T[i + 1, j] else T[i, j])
        + (if j > 1 then T[i, j - 1] else T[i, j]) + (if j < n then T[i, j + 1] else T[i, j]) - 4*T[i, j]);
    end for;
  end for;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end Plate;
