// 12.4.4: members of a record get the values that its class and modifiers give them, also where they stand
// in a member of it that has others without a value. They were zero.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: a.b.c.k(1) = 5 +- 1e-12
// expect: a.b.c.q(1) = 1 +- 1e-12
// expect: a.b.w(1) = 4 +- 1e-12
// expect: a.z(1) = 3 +- 1e-12
// expect: d.b.c.k(1) = 9 +- 1e-12
// expect: d.b.w(1) = 4 +- 1e-12
// expect: s.c.k(1) = 6 +- 1e-12
model DefaultsOfNestedRecords
  record C
    Real k = 5;
    Real q;
  end C;
  record B
    C c;
    Real w = 4;
  end B;
  record A
    B b;
    Real z = 3;
  end A;
  record S
    Real z = 3;
    C c(k = 2*z);
  end S;
  function f
    input Real x;
    output A a;
  algorithm
    a.b.c.q := x;
  end f;
  function g
    input Real x;
    output A a(b(c(k = 9)));
  algorithm
    a.b.c.q := x;
  end g;
  function h
    input Real x;
    output S s;
  algorithm
    s.c.q := x;
  end h;
  A a = f(time), d = g(time);
  S s = h(time);
end DefaultsOfNestedRecords;
