// A grid of 400 linear equations whose matrix moves with a state: sparse factors at every point, the solution confirmed at
// some of them. The right sides are those of x[i,j] = (1 + i*j/100)*cos(time), so that is the solution.
// simulate: --method dop853
// simulate: --method dopri5 --tolerance 1e-9
// simulate: --method radau5
// expect: loops = {400}
// expect: y(1) = 0.841470984808 +- 1e-5
// expect: x[1,1](0.5) = 0.886358387509 +- 1e-10
// expect: x[20,20](1) = 2.70151152934 +- 1e-10
// expect: worst = 0 +- 1e-11
model LargeMovingLinear
  parameter Integer n = 20;
  Real x[n, n], y(start = 0, fixed = true);
  Real s[n, n] = {{(1 + i*j/100)*cos(time) for j in 1:n} for i in 1:n};
  Real c[4] = {1 + y, 1 - y/2, cos(time), 1 + sin(3*time)/2};
  Real worst = max(abs(x - s));
equation
  for i in 1:n loop
    for j in 1:n loop
      6*x[i, j] - c[1]*x[max(i - 1, 1), j] - c[2]*x[min(i + 1, n), j] - c[3]*x[i, max(j - 1, 1)] - c[4]*x[i, min(j + 1, n)] =
        6*s[i, j] - c[1]*s[max(i - 1, 1), j] - c[2]*s[min(i + 1, n), j] - c[3]*s[i, max(j - 1, 1)] - c[4]*s[i, min(j + 1, n)];
    end for;
  end for;
  der(y) = x[n, n]/(1 + n*n/100);
  annotation(experiment(StopTime = 1));
end LargeMovingLinear;
