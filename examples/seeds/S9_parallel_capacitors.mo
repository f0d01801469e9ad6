// Seed case S9 (Cellier XVI): two capacitors in parallel, index 2, one constraint, one state left.
// reference: u1 = 10*(1 - exp(-time/(R*(C1 + C2))))
// simulate: --no-alias --stop-time 1 --tolerance 1e-8
// expect: index = 2
// expect: equations = 8
// expect: differentiated = 1
// expect: states = 1
// expect: loops = {4}
// expect: stalls = {4}
// expect: torn = {i1}
// expect: colored = {u0, u2, uR, i0, i1, i2, der(u2), der(u1)}
// expect: u1(1) = 2.83468689426 +- 1e-4
model S9_parallel_capacitors
  parameter Real R = 1, C1 = 1, C2 = 2;
  Real u0, uR, i0, i1, i2;
  Real u1(start = 0, fixed = true), u2;
equation
  u0 = 10;
  uR = R*i0;
  i1 = C1*der(u1);
  i2 = C2*der(u2);
  u0 = uR + u1;
  u2 = u1;
  i0 = i1 + i2;
end S9_parallel_capacitors;
