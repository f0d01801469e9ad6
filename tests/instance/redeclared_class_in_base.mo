// A redeclared class is seen by inherited components declared with it: 7.3, 5.6.1.4.
// Expected: c.k = 4; c.e = c.k*time
partial model PE
  Real e;
end PE;
model E1
  extends PE;
equation
  e = 1;
end E1;
model E2
  extends PE;
  parameter Real k = 2;
equation
  e = k*time;
end E2;
model B
  replaceable model E = E1 constrainedby PE;
  E c;
end B;
model RedeclaredClassInBase
  extends B(redeclare model E = E2(k = 4));
end RedeclaredClassInBase;

/* instance
model RedeclaredClassInBase
// E2 c
Real c.e;
parameter Real c.k = 4.0;
equation
  c.e = c.k*time;
end RedeclaredClassInBase;
*/
