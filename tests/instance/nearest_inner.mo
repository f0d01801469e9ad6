// Outer goes up the instances to the nearest inner, whatever its subtype: 5.4, 6.4.
// Expected: b.x = sys.g*time (2); m.b.x = m.sys.g*time (7); outer components yield no variables
model S0
  parameter Real g = 1;
end S0;
model S1
  extends S0(g = 2);
  parameter Real h = 3;
end S1;
model B
  outer S0 sys;
  Real x = sys.g*time;
end B;
model M
  inner S0 sys(g = 7);
  B b;
end M;
model NearestInner
  inner S1 sys;
  B b;
  M m;
end NearestInner;

/* instance
model NearestInner
// S1 sys
parameter Real sys.g = 2.0;
parameter Real sys.h = 3.0;
// B b
Real b.x = sys.g*time;
// M m
// S0 m.sys
parameter Real m.sys.g = 7.0;
// B m.b
Real m.b.x = m.sys.g*time;
equation
end NearestInner;
*/
