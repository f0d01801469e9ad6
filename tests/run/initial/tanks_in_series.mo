// Three tanks that drain into each other, steady: each passes on what it gets, 2 = k*sqrt(h).
// expect: h[1](start) = 4.0 +- 1e-7
// expect: h[2](start) = 6.25 +- 1e-7
// expect: h[3](start) = 16.0 +- 1e-7
model TanksInSeries
  parameter Real k[3] = {1, 0.8, 0.5};
  Real h[3](each start = 1, each min = 0), q[3];
equation
  for i in 1:3 loop
    q[i] = k[i]*sqrt(h[i]);
    der(h[i]) = (if i == 1 then 2 else q[max(i - 1, 1)]) - q[i];
  end for;
initial equation
  der(h) = zeros(3);
end TanksInSeries;
