model Gain
  final parameter Real k = 2;
end Gain;
model M
  Gain g(k = 3);  // error[E0209]@10: 'k' is final and cannot be modified
end M;
