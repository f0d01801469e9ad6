// The right side of a modifier belongs to the scope in which the modifier is written: 7.2, 5.3.1.
// Expected: p.c = c + 1; p.s.c = p.c; p.t.c = 2*p.c
model Spring
  parameter Real c = 1;
  Real f = c*time;
end Spring;
model Pair
  parameter Real c = 2;
  Spring s(c = c), t(c = 2*c);
end Pair;
model ModifierScope
  parameter Real c = 3;
  Pair p(c = c + 1);
end ModifierScope;

/* instance
model ModifierScope
parameter Real c = 3.0;
// Pair p
parameter Real p.c = c + 1.0;
// Spring p.s
parameter Real p.s.c = p.c;
Real p.s.f = p.s.c*time;
// Spring p.t
parameter Real p.t.c = 2.0*p.c;
Real p.t.f = p.t.c*time;
equation
end ModifierScope;
*/
