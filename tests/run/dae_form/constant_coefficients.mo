// A loop in DAE form whose linearization is all constants: no routine computes its coefficients,
// and none is called. The numbers: without the loop 9 der(x) = x - 13 y, 9 der(y) = -3 x + 12 y,
// the exponential of a matrix of two rows.
// simulate: --dae --method bdf --tolerance 1e-8
// simulate: --dae --method bdf --tolerance 1e-8 --engine c
// simulate: --dae --method radau5 --tolerance 1e-8 --engine interpret
model ConstantCoefficients
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real a, b, c;
equation
  der(x) = -a + b;
  der(y) = a - 3*b + c;
  a + b + c = x;
  a - 2*b + c = y;
  a + 5*b - 2*c = x + y;
  annotation(experiment(StopTime = 1));
end ConstantCoefficients;
// expect: x(1) = 1.5582916453997824 +- 2e-7
// expect: y(1) = -0.7883967542664616 +- 2e-7
