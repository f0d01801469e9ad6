// The sizes in a record that a function returns follow from modifiers of the output (specification 12.4).
// expect: y(1) = 3
// expect: c.L[1,2] = 0
// expect: v(1) = 6
package RecordSizedByModifiers
  record R
    parameter Integer n;
    Real L[n, n];
  end R;
  function f
    input Real x[:];
    output R c(n = size(x, 1));
  algorithm
    c.L := diagonal(x);
  end f;
  record V
    parameter Real y[:];
    parameter Real e[size(y, 1)];
  end V;
  function g
    input Real p;
    output V r(y = {0, 1, 2}, e = zeros(3));
  algorithm
    r.e := p*r.y;
  end g;
  model T
    final parameter R c = f({1, 3});
    Real y = c.L[2, 2]*time;
    parameter Real p(fixed = false);
    final parameter V r = g(p);
    Real v = r.e[3];
  initial equation
    p = 3;
  end T;
end RecordSizedByModifiers;
