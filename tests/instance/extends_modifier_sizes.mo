// An extends modifier sizes inherited connectors from components declared below: 7.1, 10.1.
// Expected: cols = {2, 3}; nout = 2; Real t.y[2]; the values of table stay changeable
connector RO = output Real;
partial block MO
  parameter Integer nout = 1;
  RO y[nout];
end MO;
block Tab
  extends MO(final nout = max([size(cols, 1); size(offs, 1)]));
  parameter Real table[:, :] = fill(0.0, 0, 2);
  parameter Integer cols[:] = 2:size(table, 2);
  parameter Real offs[:] = {0};
equation
  y = fill(time, nout);
end Tab;
model ExtendsModifierSizes
  Tab t(table = [0, 1, 2; 1, 3, 4]);
end ExtendsModifierSizes;

/* instance
model ExtendsModifierSizes
// Tab t
final parameter Integer t.nout = 2;  // frozen
output Real[2] t.y;
parameter Real[2, 3] t.table = {{0.0, 1.0, 2.0}, {1.0, 3.0, 4.0}};
parameter Integer[2] t.cols = 2:3;
parameter Real[1] t.offs = {0.0};
equation
  t.y = fill(time, 2);
end ExtendsModifierSizes;
*/
