// Seed case S2 (Zimmer, Compiling Modelica): the worked block triangularization.
// reference: the blocks of the text, {E6} {E2 E3 E4 E5} {E1} {E7 E8}; the last two are independent
// simulate: --no-alias --stop-time 1
// expect: equations = 8
// expect: blocks = {f} {b, c, d, e} {a} {g, h}
// expect: loops = {4, 2}
// expect: f = 1 +- 1e-12
model S2_block_triangular
  Real a, b, c, d, e, f, g, h;
equation
  a + b = 1;
  b + 2*d = 2;
  b - c = 3;
  c + d + e + f = 4;
  b + 3*e = 5;
  f = 1;
  f + g + h = 7;
  e + g - h = 8;
end S2_block_triangular;
