// Rows of a result with few variables take few states; whoever else looks at a point between the ends of steps finds
// its states all the same. Analytic: x[k] = exp(-k*t/8).
// simulate: --variables x\[7\]|sum --method dopri5 --intervals 40
// simulate: --variables x\[7\]|sum --method bdf --intervals 40
// simulate: --variables x\[7\]|sum --method radau5 --intervals 40
// expect: x[7](0.35) = 0.73620255 +- 1e-5
// expect: x[7](1.0) = 0.41686202 +- 1e-5
// expect: sum(0.35) = 1.39154696 +- 1e-5
// expect: status = 3
// expect: error x[40] is small
model FewOfManyStates
  parameter Integer n = 64;
  Real x[n](each start = 1, each fixed = true);
  Real sum = x[2] + x[17];
equation
  for k in 1:n loop
    der(x[k]) = -k*x[k]/8;
  end for;
  assert(x[40] > 0.005, "x[40] is small");
  annotation(experiment(StopTime = 2, Tolerance = 1e-7));
end FewOfManyStates;
