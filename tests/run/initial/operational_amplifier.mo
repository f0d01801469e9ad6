// An amplifier that saturates, y = 10*tanh(-1e5*u), as an inverter with gain -2.
// Reference: the one root of y = 10*tanh(-1e5*(3 + y)/3), where (3 + y)/3 is the voltage at the input, by bisection.
// expect: y(start) = -2.9999907144424856 +- 1e-8
model OperationalAmplifier
  Real u, y;
equation
  (1.5 - u)/1e3 = (u - y)/2e3;
  y = 10*tanh(-1e5*u);
end OperationalAmplifier;
