// Structural need runs through records, finals and modifiers: 10.1, 4.4.2.
// Expected: d.m, n, w.m frozen at 2; d.R and w.k = d.R stay changeable; Real w.x[2]
connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end R;
record D
  parameter Integer m = 3;
  parameter Real R = 1;
end D;
model W
  parameter Integer m(min = 1) = 3;
  parameter Real k = 2;
  Real x[m] = fill(k*time, m);
end W;
model StructuralParameters
  parameter D d(m = 2);
  final parameter Integer n = d.m;
  W w(final m = n, k = d.R);
end StructuralParameters;

/* instance
model StructuralParameters
// D d
parameter Integer d.m = 2;  // frozen
parameter Real d.R = 1.0;
final parameter Integer n = d.m;  // frozen
// W w
final parameter Integer w.m(min = 1) = n;  // frozen
parameter Real w.k = d.R;
Real[2] w.x = fill(w.k*time, 2);
equation
end StructuralParameters;
*/
