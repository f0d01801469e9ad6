model MassBetweenGrounds
  Real s1, s2, f;  // error[E0502]: no equation determines 'f'
  Real v(start = 0, fixed = true);
equation
  s1 = 0;
  s2 = s1;
  s2 = 0;  // error[E0501]: this equation says nothing new: it follows from others
  v = der(s1);
end MassBetweenGrounds;
