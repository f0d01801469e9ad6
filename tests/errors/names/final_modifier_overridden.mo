model Gain
  parameter Real k = 2;
end Gain;
model Amplifier
  Gain g(final k = 5);
end Amplifier;
model M
  Amplifier a(g(k = 6));  // error[E0209]@17: 'k' is final and cannot be modified
end M;
