// Transistor amplifier: two stages, 8 node voltages, 5 capacitors, index 1 [MI03, II-14].
// run: --method radau5 --tolerance 1e-10 --dae
// reference: y1 = -0.5562145012262709e-2
// reference: y2 = 0.3006522471903042e1
// reference: y3 = 0.2849958788608128e1
// reference: y4 = 0.2926422536206241e1
// reference: y5 = 0.2704617865010554e1
// reference: y6 = 0.2761837778393145e1
// reference: y7 = 0.4770927631616772e1
// reference: y8 = 0.1236995868091548e1
model TransistorAmplifier
  constant Real pi = 3.14159265358979323846;
  parameter Real Ub = 6;
  parameter Real UF = 0.026;
  parameter Real alpha = 0.99;
  parameter Real beta = 1e-6;
  parameter Real R0 = 1000;
  parameter Real R = 9000;
  parameter Real C1 = 1e-6;
  parameter Real C2 = 2e-6;
  parameter Real C3 = 3e-6;
  parameter Real C4 = 4e-6;
  parameter Real C5 = 5e-6;
  Real y1(start = 0), y2(start = 3), y4(start = 6), y5(start = 3), y7(start = 6), y8(start = 0);
  Real y3(start = 3, fixed = true), y6(start = 3, fixed = true);
  Real u1(start = -3, fixed = true) "y1 - y2, over the first capacitor";
  Real u3(start = 3, fixed = true) "y4 - y5";
  Real u5(start = 6, fixed = true) "y7 - y8";
  Real Ue, i1, i2;
equation
  Ue = 0.1*sin(200*pi*time);
  i1 = beta*(exp((y2 - y3)/UF) - 1);
  i2 = beta*(exp((y5 - y6)/UF) - 1);
  u1 = y1 - y2;
  u3 = y4 - y5;
  u5 = y7 - y8;
  C1*der(u1) = (Ue - y1)/R0;
  C1*der(u1) = y2/R + (y2 - Ub)/R + (1 - alpha)*i1;
  C2*der(y3) = i1 - y3/R;
  C3*der(u3) = (Ub - y4)/R - alpha*i1;
  C3*der(u3) = y5/R + (y5 - Ub)/R + (1 - alpha)*i2;
  C4*der(y6) = i2 - y6/R;
  C5*der(u5) = (Ub - y7)/R - alpha*i2;
  C5*der(u5) = y8/R;
  annotation(experiment(StopTime = 0.2));
end TransistorAmplifier;
