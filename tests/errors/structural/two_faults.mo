model TwoFaults
  Real a, b, c, d;  // error[E0502]: only 1 equation for 'b' and 'c'
equation
  a = time;
  a = 2*time;  // error[E0501]: 2 equations for 'a'
  b + c = time;
  d = b;
end TwoFaults;
