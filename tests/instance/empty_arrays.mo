// What is not selected is not checked; empty arrays are ordinary: 10.7, 6.7, 8.3.4.
// Expected: a.y = 2*time; a.s = 0; no other variable, no equation from the connect, no bounds
//   error
connector Pin
  Real v;
  flow Real i;
end Pin;
model C
  parameter Integer n = 0;
  Pin p[n];
  parameter Real c[:] = fill(0.0, n);
  Real y = if n > 0 then c[1] else 2*time;
  Real s = sum(p.v);
equation
  for k in 1:n loop
    p[k].v = c[k];
  end for;
  if n > 0 then
    assert(c[n] > 0, "c");
  end if;
end C;
model EmptyArrays
  C a;
  C b;
equation
  connect(a.p, b.p);
end EmptyArrays;

/* instance
model EmptyArrays
// C a
parameter Integer a.n = 0;  // frozen
parameter Real[0] a.c = fill(0.0, 0);
Real a.y = 2.0*time;
Real a.s = 0.0;
// C b
parameter Integer b.n = 0;  // frozen
parameter Real[0] b.c = fill(0.0, 0);
Real b.y = 2.0*time;
Real b.s = 0.0;
equation
end EmptyArrays;
*/
