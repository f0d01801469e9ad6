// Elements of an array that no modifier tells apart have everything in common but themselves: what an element says of
// its own parts, of the parts around it and of its place is true for each of them.
model ElementsAlike
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    final parameter Real G = 1/R;
    Pin p, n;
  equation
    p.i = G*(p.v - n.v);
    p.i + n.i = 0;
  end Resistor;
  model Fixed
    input Real V;
    Pin p;
  equation
    p.v = V;
  end Fixed;
  model Leaf
    outer Real level;
    parameter Integer sign = 1;
    input Real u;
    Real z;
  equation
    if sign > 0 then
      z = level + u;
    else
      z = level - u;
    end if;
  end Leaf;
  model Part
    parameter Real k = 2;
    final parameter Real twice = 2*k;
    parameter Boolean has_source = false;
    parameter Integer n = 2;
    inner Real level = 100*u;
    Real u;
    Real x = 10*u;
    Real of_first "given from outside, by one element for all";
    Real decay(start = twice, fixed = true, max = 1 + twice);
    Real sum, which;
    Leaf leaf[n](each sign = 1), minus(u = u, sign = -1);
    Real source if has_source;
    Resistor r[3], last(R = k);
    Fixed top(V = 6*u), ground(V = 0);
  equation
    der(decay) = -u*decay;
    for j in 1:n loop
      leaf[j].u = j*u;
    end for;
    connect(top.p, r[1].p);
    connect(last.n, ground.p);
    connect(r[1:2].n, r[2:3].p);
    connect(r[3].n, last.p);
    which = if getInstanceName() == "ElementsAlike.a[2]" then 1 else 0;
  algorithm
    sum := 0;
    for j in 1:n loop
      sum := sum + leaf[j].z;
    end for;
  end Part;
  Part a[4](each of_first = a[1].x, each k = 3);
  Part b[2](of_first = {1, 2}, k = {3, 4});
  Part c[2, 2](each of_first = 0);
  Real z_of_c = c[2, 1].leaf[1].z, i_of_c = c[2, 2].r[3].p.i;
equation
  for i in 1:4 loop
    a[i].u = i;
  end for;
  for i in 1:2 loop
    b[i].u = i;
    for j in 1:2 loop
      c[i, j].u = 10*i + j;
    end for;
  end for;
  annotation(experiment(StopTime = 1));
end ElementsAlike;
// expect: a[1].of_first(1) = 10 +- 1e-12
// expect: a[4].of_first(1) = 10 +- 1e-12
// expect: a[4].x(1) = 40 +- 1e-12
// expect: a[3].leaf[2].z(1) = 306 +- 1e-12
// expect: a[3].minus.z(1) = 297 +- 1e-12
// expect: a[3].sum(1) = 609 +- 1e-12
// expect: a[1].which(1) = 0 +- 1e-12
// expect: a[2].which(1) = 1 +- 1e-12
// expect: a[3].which(1) = 0 +- 1e-12
// expect: a[1].decay(0) = 6 +- 1e-12
// expect: a[4].decay(0) = 6 +- 1e-12
// expect: a[4].decay(1) = 0.109893833327 +- 1e-4
// expect: a[4].r[2].p.i(1) = 4 +- 1e-9
// expect: a[2].r[3].n.v(1) = 6 +- 1e-9
// expect: b[2].twice(1) = 8 +- 1e-12
// expect: b[2].of_first(1) = 2 +- 1e-12
// expect: z_of_c(1) = 2121 +- 1e-9
// expect: i_of_c(1) = 26.4 +- 1e-9
