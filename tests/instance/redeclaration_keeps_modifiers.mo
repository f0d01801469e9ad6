// A redeclaration inherits the modifiers of what it replaces: 7.3, 7.3.2.
// Expected: final parameter Real s.offset = off; s.k = 3; v = s.y
connector RO = output Real;
partial block Src
  parameter Real offset;
  RO y;
end Src;
block Sine
  extends Src;
  parameter Real k = 1;
equation
  y = offset + k*sin(time);
end Sine;
model V
  parameter Real off = 2;
  replaceable Src s(final offset = off);
  Real v = s.y;
end V;
model RedeclarationKeepsModifiers
  extends V(redeclare Sine s(k = 3));
end RedeclarationKeepsModifiers;

/* instance
model RedeclarationKeepsModifiers
parameter Real off = 2.0;
// Sine s
final parameter Real s.offset = off;
output Real s.y;
parameter Real s.k = 3.0;
Real v = s.y;
equation
  s.y = s.offset + s.k*sin(time);
end RedeclarationKeepsModifiers;
*/
