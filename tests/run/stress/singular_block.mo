// The fourth row of the matrix vanishes at the start: the message says which block, with its
// equations, its unknowns, their values, and the unknown that is left open.
// expect: status = 3
// expect: error no consistent start values at time 0
// expect: error linear system of
// expect: error singular
// expect: error undetermined
// expect: error residual
model SingularBlock
  Real a, b, c, d;
  Real k = time;
  Real x(start = 0, fixed = true);
equation
  a + b*sin(1 + x) + c + d = sin(time);
  a - b + c*cos(1 + x) + d = 2;
  a + b*cos(x) - c + 2*d = 3;
  k*(a + 2*b + 3*c*cos(x) - d) = 1;
  der(x) = a;
  annotation(experiment(StopTime = 2));
end SingularBlock;
