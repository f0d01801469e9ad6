// Redeclare package Medium = Medium: the right one is of the modifier's scope: 7.3, 7.2.
// Expected: Real q.p.x[2]; all three Medium are the one node Air
partial package PM
  constant Integer n = 1;
end PM;
package Air
  extends PM(n = 2);
end Air;
model Prt
  replaceable package Medium = PM;
  Real x[Medium.n];
end Prt;
model Pipe
  replaceable package Medium = PM;
  Prt p(redeclare package Medium = Medium);
equation
  p.x = fill(time, Medium.n);
end Pipe;
model MediumOfModifierScope
  package Medium = Air;
  Pipe q(redeclare package Medium = Medium);
end MediumOfModifierScope;

/* instance
model MediumOfModifierScope
// Pipe q
// Prt q.p
Real[2] q.p.x;
equation
  q.p.x = fill(time, 2);
end MediumOfModifierScope;
*/
