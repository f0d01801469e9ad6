// Sizes are no part of a record's type (specification 6.4): one array may hold records whose fields differ in size.
// expect: y(1) = 3
// expect: r.l[1].m[2] = 2
// expect: s(1) = 6
// expect: q.e[1].y(1) = 3
// expect: q.e[2].y(1) = 6
package RecordsOfDifferentSizes
  record C
    parameter Real m[:];
  end C;
  record D
    parameter C c;
    parameter Real k = 1;
  end D;
  model R
    parameter C l[2];
    parameter D d[2];
    Real y = l[2].m[1]*time;
    Real s = sum(l[1].m) + d[2].c.m[1]*time;
  end R;
  model E
    parameter C c;
    parameter Real k;
    Real y = k*sum(c.m)*time;
  end E;
  model Q // members of an array of records are taken one by one
    parameter D d[2];
    E e[2](c = d.c, k = d.k);
  end Q;
  model T
    parameter C a(m = {1, 2}), b(m = {3});
    R r(l = {a, b}, d = {D(a), D(b)});
    Q q(d(c = {a, b}, k = {1, 2}));
    Real y = r.y;
    Real s = r.s;
  end T;
end RecordsOfDifferentSizes;
