// Constraining-clause modifiers go into every redeclaration, below its own modifiers: 7.3.2.
// Expected: p.f: n = 2, q = 9;  r.f: n = 3, q = 5 (not 7, and not 9: with an explicit clause the
//   declaration's own modifiers are not kept)
partial model F
  parameter Integer n;
  parameter Real q = 1;
  Real y[n];
end F;
model F1
  extends F;
equation
  y = fill(q, n);
end F1;
model F2
  extends F(q = 7);
equation
  y = fill(q*time, n);
end F2;
model P
  parameter Integer k = 2;
  replaceable model Flow = F1(q = 9) constrainedby F(final n = k, q = 5);
  Flow f;
end P;
model ConstrainingModifiers
  P p;
  P r(k = 3, redeclare model Flow = F2);
end ConstrainingModifiers;

/* instance
model ConstrainingModifiers
// P p
parameter Integer p.k = 2;  // frozen
// F1 p.f
final parameter Integer p.f.n = p.k;  // frozen
parameter Real p.f.q = 9.0;
Real[2] p.f.y;
// P r
parameter Integer r.k = 3;  // frozen
// F2 r.f
final parameter Integer r.f.n = r.k;  // frozen
parameter Real r.f.q = 5.0;
Real[3] r.f.y;
equation
  p.f.y = fill(p.f.q, 2);
  r.f.y = fill(r.f.q*time, 3);
end ConstrainingModifiers;
*/
