// 5 V over 1 kOhm and a diode. Reference: the one root of (5 - v)/R = Is*(exp(v/Vt) - 1), by bisection.
// expect: v(start) = 0.692490375224185 +- 1e-9
model DiodeAndResistor
  parameter Real Is = 1e-14, Vt = 0.02585, R = 1000;
  Real v, i;
equation
  i = Is*(exp(v/Vt) - 1);
  5 - v = R*i;
end DiodeAndResistor;
