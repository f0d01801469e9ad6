// An amplifier that saturates, y = 10*tanh(1e5*u), as an inverter with gain -2.
// By hand: with u as small as it is, y = -2*1.5 up to 3/1e6*... the finite gain: y = 10*tanh(1e5*u), u = (1.5*2 + y)/3.
// expect: y(start) = -2.9999907144424856 +- 1e-8
model OperationalAmplifier
  Real u, y;
equation
  (1.5 - u)/1e3 = (u - y)/2e3;
  y = 10*tanh(-1e5*u);
end OperationalAmplifier;
