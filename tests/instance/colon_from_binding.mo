// `:` is sized by the winning binding, wherever it was written: 10.1.
// Expected: c[4], t.a[4], t.b[3], t.x[3]; the sizes are fixed, the values of c stay changeable
block TF
  parameter Real b[:] = {1};
  parameter Real a[:];
  Real x[size(a, 1) - 1];
equation
  der(x) = fill(time, size(x, 1));
end TF;
model ColonFromBinding
  parameter Real c[:] = {1, 2, 3, 4};
  TF t(a = c, b = {k for k in c[2:end]});
end ColonFromBinding;

/* instance
model ColonFromBinding
parameter Real[4] c = {1.0, 2.0, 3.0, 4.0};
// TF t
parameter Real[3] t.b = {k for k in c[2:4]};
parameter Real[4] t.a = c;
Real[3] t.x;
equation
  der(t.x) = fill(time, 3);
end ColonFromBinding;
*/
