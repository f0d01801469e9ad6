// A loop that a formula solves, of which the residual is an if-expression: what its terms are without
// signs is told by the branch at hand, so that rounding counts as such, and nobody asks for the loop in
// all its unknowns; 160 iterations of that where the whole expression counted as one term.
// Reference: y = x - z = 0.5*x + 1, so that the first equation is u*x = 1.
// simulate: --stop-time 40 --intervals 2000
// simulate: --stop-time 40 --intervals 2000 --dae
// expect: x = 0.364283707643360 +- 1e-12
// expect: y = 1.182141853821680 +- 1e-12
// expect: loop iterations <= 10
model ResidualByCases
  Real u = 2 + sin(time), x, y, z, q(start = 0, fixed = true);
equation
  der(q) = x - q;
  0 = noEvent(if u > 0 then u*x + y - z - 3 else x - y);
  x = y + z;
  z = 0.5*x - 1;
end ResidualByCases;
