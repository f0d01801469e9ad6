model Chain "Heat conduction along a rod"
  parameter Integer n = 3333;
  Real T[n](each start = 0, each fixed = true);
  Real q[n + 1], P[n];
equation
  q[1] = 1 - T[1];
  for i in 2:n loop
    q[i] = T[i - 1] - T[i];
  end for;
  q[n + 1] = T[n];
  for i in 1:n loop
    P[i] = q[i] - q[i + 1];
    der(T[i]) = P[i];
  end for;
end Chain;
