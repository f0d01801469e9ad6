// Outputs declared with ':' have the size of their declared value or of what the body assigns
// (12.4.5); the numbers are counted by hand.
// expect: y[4] = 9
// expect: z[3,2] = 2
// expect: w[4] = 9
// expect: v[3] = 3
// expect: u[3] = 1
// expect: q[3] = 2
// expect: n = 3
// expect: rows = 4
// expect: total = 3
// expect: last = 2
// expect: t[2] = 4
// expect: t[3] = 2
model SizesFromBodies
  function extend
    input Real x[:];
    output Real y[:];
    output Real z[:, :];
  algorithm
    y := cat(1, x, {9});
    z := [x, 2*x];
  end extend;
  function through
    input Real x[:];
    output Real y[size(x, 1) + 1];
  protected
    Real w[:] = extend(x);
  algorithm
    y := w;
  end through;
  function grow
    input Integer n;
    output Real y[:];
  algorithm
    y := zeros(0);
    for i in 1:n loop
      y := cat(1, y, {i});
    end for;
  end grow;
  function choose
    input Real x[:];
    input Boolean b;
    output Real y[:];
  algorithm
    if b then
      y := x;
    else
      y := 2*x;
    end if;
  end choose;
  function bound
    input Real x[:];
    output Real y[:] = x .+ 1;
    output Integer n = size(y, 1);
  algorithm
  end bound;
  function difference
    input Real x[:];
    input Real y[:];
    output Real z[:];
  algorithm
    z := x .- y;
  end difference;
  Real a[3] = {1, 2, time};
  Real y[4], z[3, 2], q[3], t[3];
  Real w[4] = through(a);
  Real v[3] = grow(3);
  Real u[3] = choose(a, time > 0.5);
  Integer n;
  Real rows = size(extend(a), 1);
  Real total = sum(choose(a[2:3], true));
  Real last = scalar(choose(a[2:2], true));
equation
  (y, z) = extend(a);
  (q, n) = bound(a);
  difference(a, a);
  for i in 1:3 loop
    t[i] = max(choose(a[i:3], false));
  end for;
end SizesFromBodies;
