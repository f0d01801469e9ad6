// Slider crank: a crank that turns at a prescribed speed drives a block through a rod that bends and
// stretches [MI03, II-20; first set of start values, linear stiffness, no damping]. Seven
// coordinates, three constraints on the level of velocities: index 2. Pi is the number of the source.
// Its start values have nine digits, of which one contradicts the constraints, and that leaves about
// 1e-10 in the printed end values: the source compares the coordinates relative to |value| + 1, we
// relative to |value| + 0.01.
// run: --method radau5 --tolerance 1e-8 --dae
// mixed: 0.01
// reference: phi2 = -3.311734987910881e-1
// reference: x3 = 1.697373326718410e-1
// reference: q[1] = 1.893192460247178e-4
// reference: q[2] = 2.375751865617931e-5
// reference: q[3] = -5.323907988763734e-6
// reference: q[4] = -8.363283141616840e-6
model SliderCrank
  parameter Real m2 = 0.151104, m3 = 0.075552 "masses of rod and block";
  parameter Real l1 = 0.15, l2 = 0.3 "lengths of crank and rod";
  parameter Real J1 = 0.002727, J2 = 0.0045339259 "their moments of inertia";
  parameter Real E = 0.2e12, rho = 7870, width = 0.008, height = 0.008, omega = 150;
  parameter Real pi = 3.1415927;
  parameter Real volume = width*height*l2, stiffness = E*width*height/l2;
  // The rod: two sines across it, a quadratic element along it.
  parameter Real M[4, 4] = rho*volume*[0.5, 0, 0, 0; 0, 0.5, 0, 0; 0, 0, 8, 1; 0, 0, 1, 2];
  parameter Real K[4, 4] = stiffness*[pi^4/24*(height/l2)^2, 0, 0, 0; 0, pi^4*2/3*(height/l2)^2, 0, 0;
    0, 0, 16/3, -8/3; 0, 0, -8/3, 7/3];
  parameter Real b = 8/pi^3 - 1/pi;
  parameter Real B[4, 4] = volume*[0, 0, -16/pi^3, b; 0, 0, 0, 0.5/pi; 16/pi^3, 0, 0, 0;
    -b, -0.5/pi, 0, 0];
  parameter Real along[4] = volume*{0, 0, 2/3, 1/6}, across[4] = volume*{2/pi, 0, 0, 0};
  parameter Real along_moment[4] = l2*volume*{0, 0, 1/3, 1/6};
  parameter Real across_moment[4] = l2*volume*{1/pi, -0.5/pi, 0, 0};

  Real phi1(start = 0, fixed = true), phi2(start = 0, fixed = true) "angles of crank and rod";
  Real x3(start = 0.450016933, fixed = true) "of the block";
  Real q[4](start = {0, 0, 0.103339863e-4, 0.169327969e-4}, each fixed = true, each nominal = 1e-5);
  Real w1, w2, v3(nominal = 10), dq[4](start = {0.444896105, 0.463434311e-2, -0.178591076e-5,
    -0.268938672e-5}, each fixed = true, each nominal = 1e-2);
  Real a1, a2(nominal = 1e3), a3(nominal = 1e3), ddq[4](each nominal = 100);
  Real lambda[3](each nominal = 100);
  Real s = sin(phi1 - phi2), c = cos(phi1 - phi2);
  Real coupling "of the turning of crank and rod";
  Real rod = l2 + q[4] "length at the moment";
equation
  der(phi1) = w1;
  der(phi2) = w2;
  der(x3) = v3;
  der(q) = dq;
  der(w1) = a1;
  der(w2) = a2;
  der(v3) = a3;
  der(dq) = ddq;

  // Rod and crank stay together, the block on its track; the crank turns.
  l1*cos(phi1)*w1 + rod*cos(phi2)*w2 + sin(phi2)*dq[4] = 0;
  l1*sin(phi1)*w1 + rod*sin(phi2)*w2 + v3 - cos(phi2)*dq[4] = 0;
  w1 = omega;

  // Mass times acceleration, with the forces of the constraints.
  coupling = 0.5*l1*l2*m2*c + rho*l1*(s*(across*q) + c*(along*q));
  (J1 + m2*l1^2)*a1 + coupling*a2 + rho*l1*(c*(across*ddq) - s*(along*ddq))
    + l1*cos(phi1)*lambda[1] + l1*sin(phi1)*lambda[2] + lambda[3]
    = -0.5*l1*l2*m2*w2^2*s + rho*l1*w2^2*(c*(across*q) - s*(along*q))
      - 2*rho*l1*w2*(c*(along*dq) + s*(across*dq));
  coupling*a1 + (J2 + q*(M*q) + 2*rho*(along_moment*q))*a2 + rho*(across_moment*ddq + q*(B*ddq))
    + rod*cos(phi2)*lambda[1] + rod*sin(phi2)*lambda[2]
    = 0.5*l1*l2*m2*w1^2*s + rho*l1*w1^2*(s*(along*q) - c*(across*q)) - 2*rho*w2*(along_moment*dq)
      - 2*w2*(dq*(M*q)) - rho*(dq*(B*dq));
  m3*a3 + lambda[2] = 0;
  rho*l1*(c*across - s*along)*a1 + rho*(across_moment + q*B)*a2 + M*ddq
    + {0, 0, 0, sin(phi2)*lambda[1] - cos(phi2)*lambda[2]}
    = w2^2*(M*q) + rho*(w2^2*along_moment + l1*w1^2*(c*along + s*across) + 2*w2*(B*dq)) - K*q;
  annotation(experiment(StopTime = 0.1));
end SliderCrank;
