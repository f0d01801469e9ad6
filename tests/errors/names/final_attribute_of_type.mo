type Angle = Real(final unit = "rad");
model M
  Angle phi(unit = "deg") = 1;  // error[E0209]@13: 'unit' is final and cannot be modified
end M;
