// Sums, comparisons, conditionals and functions of two that agree.
model Sums
  Real x(unit = "m") = 1.5, t(unit = "s") = 2.5, m(unit = "kg") = 3.5;
  Real y, z, w, q, k, s;
  Boolean b, c;
  Real angle(unit = "rad");
equation
  y = x + t;  // warning[E0330]: 'x + t' mixes units: 'x' is m, 't' is s
  z = x - 2*m;  // warning[E0330]: 'x - 2.0*m' mixes units: 'x' is m, '2.0*m' is kg
  w = if x > 1 then x else t;  // warning[E0330]: the branches of a conditional have different units: 'x' is m, 't' is s
  q = max(x, m);  // warning[E0330]: the arguments of 'max' have different units: 'x' is m, 'm' is kg
  b = x < t;  // warning[E0330]: 'x < t' compares different units: 'x' is m, 't' is s
  c = x*x > 4*m;  // warning[E0330]: 'x*x > 4.0*m' compares different units: 'x*x' is m2, '4.0*m' is kg
  k = smooth(0, if noEvent(x > m) then 1.0 else 2.0);  // warning[E0330]: 'x > m' compares different units: 'x' is m, 'm' is kg
  angle = atan2(x, t);  // warning[E0330]: the arguments of 'atan2' have different units: 'x' is m, 't' is s
  s = abs(x) + sqrt(x);  // warning[E0330]: 'abs(x) + sqrt(x)' mixes units: 'abs(x)' is m, 'sqrt(x)' is m^0.5
end Sums;
