// Inherited twice: modifiers and redeclarations go to every copy, then one is kept: 7.1.
// Expected: one each: final c.a = c.m == 1; c.k = 3; Real c.p[2]; c.m = 1
partial package PM
  constant Integer n = 1;
end PM;
package Air
  extends PM(n = 2);
end Air;
partial model T
  replaceable package M = PM;
  parameter Boolean a = false;
  Real p[M.n];
end T;
partial model B1
  extends T;
  parameter Real k = 1;
end B1;
partial model B2
  extends T(final a = m == 1);
  parameter Integer m = 1;
  parameter Real k = 1;
end B2;
model C
  extends B1(final a = m == 1);
  extends B2;
equation
  p = fill(k, M.n);
end C;
model InheritedTwice
  C c(redeclare package M = Air, k = 3);
end InheritedTwice;

/* instance
model InheritedTwice
// C c
final parameter Boolean c.a = c.m == 1;
Real[2] c.p;
parameter Real c.k = 3.0;
parameter Integer c.m = 1;
equation
  c.p = fill(c.k, 2);
end InheritedTwice;
*/
