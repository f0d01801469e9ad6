// A.b.c over component arrays is an array; subscripts apply per part: 10.6.9.
// Expected: s.w = {s.p.pin[2].v, s.p.pin[3].v}; x[i, j] = q[i].p.pin[j].v; y[i] = q[i].v[1]
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  parameter Integer m = 3;
  Pin pin[m];
end Plug;
model S
  parameter Integer m = 3;
  Plug p(m = m);
  Real v[m] = p.pin.v;
  Real it = sum(p.pin.i);
  Real w[2] = p.pin[2:3].v;
equation
  p.pin.v = (1:m)*time;
end S;
model MembersOfComponentArrays
  S s;
  S q[2];
  Real x[2, 3] = q.p.pin.v;
  Real y[2] = q.v[1];
end MembersOfComponentArrays;

/* instance
model MembersOfComponentArrays
// S s
parameter Integer s.m = 3;  // frozen
// Plug s.p
parameter Integer s.p.m = s.m;  // frozen
// Pin s.p.pin[1]
// Pin s.p.pin[2]
// Pin s.p.pin[3]
Real s.p.pin[1].v;
flow Real s.p.pin[1].i;
Real s.p.pin[2].v;
flow Real s.p.pin[2].i;
Real s.p.pin[3].v;
flow Real s.p.pin[3].i;
Real[3] s.v = {s.p.pin[1].v, s.p.pin[2].v, s.p.pin[3].v};
Real s.it = sum({s.p.pin[1].i, s.p.pin[2].i, s.p.pin[3].i});
Real[2] s.w = {s.p.pin[2].v, s.p.pin[3].v};
// S q[1]
// S q[2]
parameter Integer q[1].m = 3;  // frozen
// Plug q[1].p
parameter Integer q[1].p.m = q[1].m;  // frozen
// Pin q[1].p.pin[1]
// Pin q[1].p.pin[2]
// Pin q[1].p.pin[3]
Real q[1].p.pin[1].v;
flow Real q[1].p.pin[1].i;
Real q[1].p.pin[2].v;
flow Real q[1].p.pin[2].i;
Real q[1].p.pin[3].v;
flow Real q[1].p.pin[3].i;
Real[3] q[1].v = {q[1].p.pin[1].v, q[1].p.pin[2].v, q[1].p.pin[3].v};
Real q[1].it = sum({q[1].p.pin[1].i, q[1].p.pin[2].i, q[1].p.pin[3].i});
Real[2] q[1].w = {q[1].p.pin[2].v, q[1].p.pin[3].v};
parameter Integer q[2].m = 3;  // frozen
// Plug q[2].p
parameter Integer q[2].p.m = q[2].m;  // frozen
// Pin q[2].p.pin[1]
// Pin q[2].p.pin[2]
// Pin q[2].p.pin[3]
Real q[2].p.pin[1].v;
flow Real q[2].p.pin[1].i;
Real q[2].p.pin[2].v;
flow Real q[2].p.pin[2].i;
Real q[2].p.pin[3].v;
flow Real q[2].p.pin[3].i;
Real[3] q[2].v = {q[2].p.pin[1].v, q[2].p.pin[2].v, q[2].p.pin[3].v};
Real q[2].it = sum({q[2].p.pin[1].i, q[2].p.pin[2].i, q[2].p.pin[3].i});
Real[2] q[2].w = {q[2].p.pin[2].v, q[2].p.pin[3].v};
Real[2, 3] x = {{q[1].p.pin[1].v, q[1].p.pin[2].v, q[1].p.pin[3].v}, {q[2].p.pin[1].v, q[2].p.pin[2].v, q[2].p.pin[3].v}};
Real[2] y = {q[1].v[1], q[2].v[1]};
equation
  {s.p.pin[1].v, s.p.pin[2].v, s.p.pin[3].v} = (1:3)*time;
  {q[1].p.pin[1].v, q[1].p.pin[2].v, q[1].p.pin[3].v} = (1:3)*time;
  {q[2].p.pin[1].v, q[2].p.pin[2].v, q[2].p.pin[3].v} = (1:3)*time;
end MembersOfComponentArrays;
*/
