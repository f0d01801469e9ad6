// Fekete points: 20 particles that repel each other on a sphere, index 3 [MI03, II-18]. The source
// stabilizes the constraint; here index reduction keeps it.
// run: --method radau5 --tolerance 1e-10 --dae
// reference: p[1,1] = -0.4070263380333202
// reference: p[1,2] = 0.3463758772791802
// reference: p[1,3] = 0.8451942450030429
// reference: p[2,1] = 0.0775293475252155
// reference: p[2,2] = -0.2628662719972299
// reference: p[2,3] = 0.9617122871829146
// reference: p[3,1] = 0.7100577833343567
// reference: p[3,2] = 0.1212948055586120
// reference: p[3,3] = 0.6936177005172217
// reference: p[4,1] = 0.2348267744557627
// reference: p[4,2] = 0.7449277976923311
// reference: p[4,3] = 0.6244509285956391
model Fekete
  constant Real pi = 3.14159265358979323846;
  constant Integer n = 20;
  parameter Real alpha = 0.5 "adhesion";
  parameter Real w[n] = {2*pi/3 + pi/13, 4*pi/3 + pi/13, 2*pi + pi/13, 2*pi/7 + pi/29, 4*pi/7 + pi/29,
    6*pi/7 + pi/29, 8*pi/7 + pi/29, 10*pi/7 + pi/29, 12*pi/7 + pi/29, 2*pi + pi/29, pi/3 + pi/7,
    2*pi/3 + pi/7, pi + pi/7, 4*pi/3 + pi/7, 5*pi/3 + pi/7, 2*pi + pi/7, pi/17, pi/2 + pi/17,
    pi + pi/17, 3*pi/2 + pi/17};
  parameter Real b[n] = {3*pi/8, 3*pi/8, 3*pi/8, pi/8, pi/8, pi/8, pi/8, pi/8, pi/8, pi/8, -2*pi/15,
    -2*pi/15, -2*pi/15, -2*pi/15, -2*pi/15, -2*pi/15, -3*pi/10, -3*pi/10, -3*pi/10, -3*pi/10};
  Real p[n, 3](start = {{cos(w[i])*cos(b[i]), sin(w[i])*cos(b[i]), sin(b[i])} for i in 1:n});
  Real q[n, 3](each start = 0);
  Real lambda[n];
  Real r2[n, n] "squares of the distances";
equation
  for i in 1:n loop
    for j in 1:n loop
      r2[i, j] = if i == j then 1 else (p[i, 1] - p[j, 1])^2 + (p[i, 2] - p[j, 2])^2 + (p[i, 3] - p[j, 3])^2;
    end for;
    for k in 1:3 loop
      der(p[i, k]) = q[i, k];
      der(q[i, k]) = sum((p[i, k] - p[j, k])/r2[i, j] for j in 1:n) - alpha*q[i, k] + 2*lambda[i]*p[i, k];
    end for;
    p[i, 1]^2 + p[i, 2]^2 + p[i, 3]^2 = 1;
  end for;
  annotation(experiment(StopTime = 1000));
end Fekete;
