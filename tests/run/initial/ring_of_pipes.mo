// A net of five pipes with two rings, as Cross (1936) relaxed them by hand. Planted: heads 100, 80, 70, 40 and flows
// 5, 4, 1, 4, 5, with the coefficients that belong to them.
// expect: h[2](start) = 80.0 +- 1e-6
// expect: h[3](start) = 70.0 +- 1e-6
// expect: q[3](start) = 1.0 +- 1e-6
// expect: q[5](start) = 5.0 +- 1e-6
model RingOfPipes
  parameter Real k[5] = {5/sqrt(20), 4/sqrt(30), 1/sqrt(10), 4/sqrt(40), 5/sqrt(30)};
  Real h[4], q[5];
equation
  h[1] = 100;
  q[1] = k[1]*sign(h[1] - h[2])*sqrt(abs(h[1] - h[2]));
  q[2] = k[2]*sign(h[1] - h[3])*sqrt(abs(h[1] - h[3]));
  q[3] = k[3]*sign(h[2] - h[3])*sqrt(abs(h[2] - h[3]));
  q[4] = k[4]*sign(h[2] - h[4])*sqrt(abs(h[2] - h[4]));
  q[5] = k[5]*sign(h[3] - h[4])*sqrt(abs(h[3] - h[4]));
  q[1] = q[3] + q[4];
  q[2] + q[3] = q[5];
  q[4] + q[5] = 9;
end RingOfPipes;
