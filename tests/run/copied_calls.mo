// Elements of an array take over the expressions of the first: all fields of a record come from one
// call that has all fields of another one as its arguments, and some elements are asked for early.
// expect: s[1].a.q.y(1.0) = 7 +- 1e-9
// expect: s[2].a.q.z(1.0) = 18 +- 1e-9
// expect: s[3].t[2].q.x(1.0) = 3 +- 1e-9
// expect: s[3].t[2].q.z(1.0) = 21 +- 1e-9
// expect: s[2].t[1].u(1.0) = 8 +- 1e-9
// expect: s[3].t[2].u(1.0) = 24 +- 1e-9
// expect: c[1].t[2].u(1.0) = 16 +- 1e-9
// expect: c[4].t[2].u(1.0) = 16 +- 1e-9
// expect: c[4].a.u(1.0) = 19 +- 1e-9
// expect: n(1.0) = 5 +- 1e-9
model CopiedCalls
  record R
    Real x = 0;
    Real y = 0;
    Real z = 0;
  end R;
  function f
    input R r;
    output R s;
  algorithm
    s := R(r.x, r.x + r.y, r.x*r.y*r.z);
  end f;
  model Part
    parameter R p(x = 1, y = 6, z = 3);
    final parameter R q = f(R(p.x, p.y, p.z));
    parameter Integer k = 2;
    Real u = q.z + time*q.x;
  end Part;
  model Some
    parameter Real x = 1;
    Part a;
    Part t[2](each p(x = x, y = 7, z = 1));
  end Some;
  Some s[3](x = {1, 1, 3});
  Some c[4](each x = 2);
  Some r[c[3].a.k](each x = 2);
  Real n = size(r, 1) + r[2].t[1].q.x + time;
  annotation(experiment(StopTime = 1));
end CopiedCalls;
