// Linear equations for derivatives of a clocked partition are solved in every pass of the event; the
// last digits of their solution may come out in turns, which is no change. The matrix is chosen such
// that they do. With explicit Euler x grows by 0.1*v, v by 0.1*solve(M, {time, 1, 2, 3}): the
// numbers are those of ten steps with exact elimination, by another program.
// simulate: --stop-time 1
// expect: v[1](1) = -0.09026440968792 +- 1e-12
// expect: x[4](1) = 1.01895804638115 +- 1e-12
model LinearLoopInAPartition
  Real x[4](start = {-3, 7, 19, 1}), v[4](each start = 0), u;
  Real M[4, 4];
equation
  u = sample(time, Clock(Clock(0.1), "ExplicitEuler"));
  M = [-sin(x[3] + x[4]), x[4]^2 - x[2]^3, -4*exp(x[3]*x[1]), cos(-x[2])*x[3];
    (x[2] + 2*x[4])/x[1], -x[1], x[1]*x[2], sin(x[1]*x[2]*x[3]);
    -x[4] + x[2]*x[1], 6*cos(x[2]), -x[2], 2*(x[1] + sin(x[3]));
    x[1] + cos(x[3]), -2*x[3]*x[4], -4*x[3]*cos(x[2]), x[4] - x[1]*x[2]];
  der(x) = v;
  M*der(v) = {u, 1, 2, 3};
end LinearLoopInAPartition;
