block Gain
  input Real u;
  output Real y;
end Gain;
model OutputWithoutEquation
  Gain g(u = time);
  Real z = g.y;  // error[E0502]: no equation determines 'z'
end OutputWithoutEquation;
