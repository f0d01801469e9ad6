// A line of n sections without loss, a sine at one end: waves whose eigenvalues lie on the imaginary axis [M15].
model Line
  parameter Integer n = 320;
  Real u[n](each start = 0, each fixed = true), i[n](each start = 0, each fixed = true);
equation
  for k in 1:n loop
    der(u[k])/n = i[k] - (if k < n then i[k + 1] else 0);
    der(i[k])/n = (if k > 1 then u[k - 1] else sin(3*time)) - u[k];
  end for;
end Line;
