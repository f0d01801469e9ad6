// Andrews' squeezing mechanism: seven bodies in a plane, six constraints, index 3 [MI03, II-13].
// All digits from the solution routine that belongs to the problem; the report prints eight.
// run: --method radau5 --tolerance 1e-11
// reference: q1 = 0.1581077119629904e2
// reference: q2 = -0.1575637105984298e2
// reference: q3 = 0.4082224013073101e-1
// reference: q4 = -0.5347301163226948
// reference: q5 = 0.5244099658805304
// reference: q6 = 0.5347301163226948
// reference: q7 = 0.1048080741042263e1
model Andrews
  parameter Real m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050;
  parameter Real m6 = 0.00706, m7 = 0.05498;
  parameter Real I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5;
  parameter Real I6 = 5.667e-7, I7 = 1.912e-5;
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
  parameter Real c0 = 4530, d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
  parameter Real l0 = 0.07785, ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02;
  parameter Real ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02;
  parameter Real zt = 0.04, fa = 0.01421, mom = 0.033;
  Real q1(start = -0.0617138900142764496, fixed = true, stateSelect = StateSelect.always);
  Real q2(start = 0);
  Real q3(start = 0.455279819163070380);
  Real q4(start = 0.222668390165885885);
  Real q5(start = 0.487364979543842550);
  Real q6(start = -0.222668390165885885);
  Real q7(start = 1.23054744454982119);
  Real v1(start = 0, fixed = true, stateSelect = StateSelect.always);
  Real v2(start = 0), v3(start = 0), v4(start = 0), v5(start = 0), v6(start = 0), v7(start = 0);
  Real a1(start = 14222.44), a2(start = -10666.83), a3, a4, a5, a6, a7;
  Real p1(start = 98.57), p2(start = -6.12), p3, p4, p5, p6 "multipliers";
  Real xd, yd, L, F, Fx, Fy;
equation
  der(q1) = v1;
  der(q2) = v2;
  der(q3) = v3;
  der(q4) = v4;
  der(q5) = v5;
  der(q6) = v6;
  der(q7) = v7;
  der(v1) = a1;
  der(v2) = a2;
  der(v3) = a3;
  der(v4) = a4;
  der(v5) = a5;
  der(v6) = a6;
  der(v7) = a7;
  xd = sd*cos(q3) + sc*sin(q3) + xb;
  yd = sd*sin(q3) - sc*cos(q3) + yb;
  L = sqrt((xd - xc)^2 + (yd - yc)^2);
  F = -c0*(L - l0)/L;
  Fx = F*(xd - xc);
  Fy = F*(yd - yc);
  // Mass matrix times acceleration = forces - transposed Jacobian of the constraints times p.
  (m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(q2) + da^2) + I1 + I2)*a1 + (m2*(da^2 - da*rr*cos(q2)) + I2)*a2
    = mom - m2*da*rr*v2*(v2 + 2*v1)*sin(q2)
    - (p1 + p3 + p5)*(-rr*sin(q1) + d*sin(q1 + q2)) - (p2 + p4 + p6)*(rr*cos(q1) - d*cos(q1 + q2));
  (m2*(da^2 - da*rr*cos(q2)) + I2)*a1 + (m2*da^2 + I2)*a2
    = m2*da*rr*v1^2*sin(q2) - (p1 + p3 + p5)*d*sin(q1 + q2) + (p2 + p4 + p6)*d*cos(q1 + q2);
  (m3*(sa^2 + sb^2) + I3)*a3
    = Fx*(sc*cos(q3) - sd*sin(q3)) + Fy*(sd*cos(q3) + sc*sin(q3)) + p1*ss*cos(q3) + p2*ss*sin(q3);
  (m4*(e - ea)^2 + I4)*a4 + (m4*((e - ea)^2 + zt*(e - ea)*sin(q4)) + I4)*a5
    = m4*zt*(e - ea)*v5^2*cos(q4) + p3*e*cos(q4 + q5) + p4*e*sin(q4 + q5);
  (m4*((e - ea)^2 + zt*(e - ea)*sin(q4)) + I4)*a4
    + (m4*(zt^2 + 2*zt*(e - ea)*sin(q4) + (e - ea)^2) + m5*(ta^2 + tb^2) + I4 + I5)*a5
    = -m4*zt*(e - ea)*v4*(v4 + 2*v5)*cos(q4)
    + p3*(e*cos(q4 + q5) - zt*sin(q5)) + p4*(e*sin(q4 + q5) + zt*cos(q5));
  (m6*(zf - fa)^2 + I6)*a6 + (m6*((zf - fa)^2 - u*(zf - fa)*sin(q6)) + I6)*a7
    = -m6*u*(zf - fa)*v7^2*cos(q6) - p5*zf*sin(q6 + q7) + p6*zf*cos(q6 + q7);
  (m6*((zf - fa)^2 - u*(zf - fa)*sin(q6)) + I6)*a6
    + (m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(q6) + u^2) + m7*(ua^2 + ub^2) + I6 + I7)*a7
    = m6*u*(zf - fa)*v6*(v6 + 2*v7)*cos(q6)
    - p5*(zf*sin(q6 + q7) - u*cos(q7)) + p6*(zf*cos(q6 + q7) + u*sin(q7));
  0 = rr*cos(q1) - d*cos(q1 + q2) - ss*sin(q3) - xb;
  0 = rr*sin(q1) - d*sin(q1 + q2) + ss*cos(q3) - yb;
  0 = rr*cos(q1) - d*cos(q1 + q2) - e*sin(q4 + q5) - zt*cos(q5) - xa;
  0 = rr*sin(q1) - d*sin(q1 + q2) + e*cos(q4 + q5) - zt*sin(q5) - ya;
  0 = rr*cos(q1) - d*cos(q1 + q2) - zf*cos(q6 + q7) - u*sin(q7) - xa;
  0 = rr*sin(q1) - d*sin(q1 + q2) - zf*sin(q6 + q7) + u*cos(q7) - ya;
  annotation(experiment(StopTime = 0.03));
end Andrews;
