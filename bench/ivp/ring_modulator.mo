// Ring modulator: a circuit with four diodes that mixes two signals, 15 states [MI03, II-3].
// run: --method radau5 --tolerance 1e-13
// reference: y[1] = -0.2339057358486745e-1
// reference: y[2] = -0.7367485485540825e-2
// reference: y[3] = 0.2582956709291169
// reference: y[4] = -0.4064465721283450
// reference: y[5] = -0.4039455665149794
// reference: y[6] = 0.2607966765422943
// reference: y[7] = 0.1106761861269975
// reference: y[8] = 0.2939904342435596e-6
// reference: y[9] = -0.2840029933642329e-7
// reference: y[10] = 0.7267198267264553e-3
// reference: y[11] = 0.7929487196960840e-3
// reference: y[12] = -0.7255283495698965e-3
// reference: y[13] = -0.7941401968526521e-3
// reference: y[14] = 0.7088495416976114e-4
// reference: y[15] = 0.2390059075236570e-4
model RingModulator
  constant Real pi = 3.14159265358979323846;
  parameter Real C = 1.6e-8;
  parameter Real Cs = 2e-12;
  parameter Real Cp = 1e-8;
  parameter Real R = 25e3;
  parameter Real Rp = 50;
  parameter Real Lh = 4.45;
  parameter Real Ls1 = 2e-3;
  parameter Real Ls2 = 5e-4;
  parameter Real Ls3 = 5e-4;
  parameter Real Rg1 = 36.3;
  parameter Real Rg2 = 17.3;
  parameter Real Rg3 = 17.3;
  parameter Real Ri = 50;
  parameter Real Rc = 600;
  parameter Real gamma = 40.67286402e-9;
  parameter Real delta = 17.7493332;
  Real y[15](each start = 0, each fixed = true,
    nominal = {1, 1, 1, 1, 1, 1, 1, 1e-5, 1e-5, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3});
  Real u1, u2, d1, d2, d3, d4, q1, q2, q3, q4;
equation
  u1 = 0.5*sin(2000*pi*time);
  u2 = 2*sin(20000*pi*time);
  d1 = y[3] - y[5] - y[7] - u2;
  d2 = y[6] - y[4] - y[7] - u2;
  d3 = y[4] + y[5] + y[7] + u2;
  d4 = y[7] - y[3] - y[6] + u2;
  q1 = gamma*(exp(delta*d1) - 1);
  q2 = gamma*(exp(delta*d2) - 1);
  q3 = gamma*(exp(delta*d3) - 1);
  q4 = gamma*(exp(delta*d4) - 1);
  C*der(y[1]) = y[8] - 0.5*y[10] + 0.5*y[11] + y[14] - y[1]/R;
  C*der(y[2]) = y[9] - 0.5*y[12] + 0.5*y[13] + y[15] - y[2]/R;
  Cs*der(y[3]) = y[10] - q1 + q4;
  Cs*der(y[4]) = -y[11] + q2 - q3;
  Cs*der(y[5]) = y[12] + q1 - q3;
  Cs*der(y[6]) = -y[13] - q2 + q4;
  Cp*der(y[7]) = -y[7]/Rp + q1 + q2 - q3 - q4;
  Lh*der(y[8]) = -y[1];
  Lh*der(y[9]) = -y[2];
  Ls2*der(y[10]) = 0.5*y[1] - y[3] - Rg2*y[10];
  Ls3*der(y[11]) = -0.5*y[1] + y[4] - Rg3*y[11];
  Ls2*der(y[12]) = 0.5*y[2] - y[5] - Rg2*y[12];
  Ls3*der(y[13]) = -0.5*y[2] + y[6] - Rg3*y[13];
  Ls1*der(y[14]) = -y[1] + u1 - (Ri + Rg1)*y[14];
  Ls1*der(y[15]) = -y[2] - (Rc + Rg1)*y[15];
  annotation(experiment(StopTime = 1e-3));
end RingModulator;
