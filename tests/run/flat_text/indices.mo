// Enumerations and Booleans as indices: sizes are numbers in the flat text, so are the indices.
// At the end e = b, the second of three, and q = true, the second of two (specification 10.1).
// expect: x = 2
// expect: y = 6
// expect: z = 4
// expect: s = 6
// expect: r[3](end) = 3
// expect: g = 90
model Indices
  type E = enumeration(a, b, c);
  parameter Real t[E] = {1, 2, 3}, u[Boolean] = {5, 6}, w[E, Boolean] = {{1, 2}, {3, 4}, {5, 6}};
  E e = if time > 0.5 then E.b else E.c;
  Boolean q = time > 0.3;
  Real x = t[e], y = u[q], z = w[e, q];
  Real s = sum(t[k] for k in E), r[E] = t[E.a:E.c];
  function f
    input E e;
    input Boolean b;
    output Real y;
  protected
    constant Real k[E] = {10, 20, 30};
    Real m[Boolean, E] = {{1, 2, 3}, {4, 5, 6}};
  algorithm
    y := k[e] + m[b, e];
    for i in E loop
      y := y + k[i];
    end for;
    for v in Boolean loop
      y := y + m[v, E.a];
    end for;
  end f;
  Real g = f(e, q);
  annotation(experiment(StopTime = 1));
end Indices;
