// Arguments of a record constructor that need each other through the record: each is found without
// the others [MLS 12.6, 4.4.4: what depends on itself are the sizes, and no size here does].
// Named and positional arguments, a record inside a record. Reference: by hand.
// expect: y(1) = 2 +- 0
// expect: z(1) = 40 +- 0
// expect: w(1) = 3 +- 0
package ArgumentsOfAConstructor
  record C
    parameter Integer n = size(x, 1);
    parameter Real x[:];
  end C;
  record D
    parameter Real k = 1;
    parameter C c;
  end D;
  model T
    parameter C c = C(n = 3, x = x);
    parameter Integer n = c.n;
    final parameter Real x[n] = {i for i in 1:n};
    parameter D d = D(c = C(4, u), k = 10);
    final parameter Real u[d.c.n] = {d.k*i for i in 1:d.c.n};
    parameter D e(c = C(n = 2, x = fill(3, e.c.n)));
    Real y = c.x[2]*time, z = d.c.x[4]*time, w = e.c.x[2]*time;
  end T;
end ArgumentsOfAConstructor;
