// Records are structs in C, passed by address and returned by value, nested ones inside (12.9.1.3);
// parts of outputs are outputs themselves (12.9). The C text says what must come out.
// expect: q.x = 11
// expect: q.i = 3
// expect: q.a1.b = 5
// expect: q.a1.t = 1
// expect: q.a2.b = 7
// expect: q.a2.t = 1
// expect: q.z = -10
// expect: w[1] = 0
// expect: w[2] = 5
// expect: s.k = 3
// expect: s.v = 1
// expect: t.k = 4
// expect: t.v = 2
// expect: length = 5
model RecordsToC
  record A
    Integer b;
    Boolean t;
  end A;
  record R
    Real x;
    Integer i;
    A a1, a2;
    String s;
    Real z;
  end R;
  record S
    Integer k;
    Real v;
  end S;
  function work
    input R r;
    output R q;
    output Real w[3];
    output S s;
    output Integer length;
  external "C" work(r, q, w[2], s.k, s.v, length)
    annotation(Include="
#include <string.h>
struct A { int b; int t; };
struct R { double x; int i; struct A a1, a2; const char *s; double z; };
struct S { int k; double v; };
void work(const struct R *r, struct R *q, double *w2, int *k, double *v, int *length) {
  q->x = r->x + r->z; q->i = r->i + 1; q->a1.b = r->a2.b; q->a1.t = !r->a2.t;
  q->a2.b = 7; q->a2.t = r->a1.t; q->s = r->s; q->z = -r->z;
  *w2 = 5*r->x; *k = 3; *v = r->x; *length = (int)strlen(r->s);
}
struct S make(double x) { struct S s; s.k = 4; s.v = 2*x; return s; }");
  end work;
  function make
    input Real x;
    output S s;
  external "C" s = make(x)
    annotation(Include="struct S { int k; double v; };
struct S make(double x) { struct S s; s.k = 4; s.v = 2*x; return s; }");
  end make;
  parameter R r(x = 1, i = 2, a1(b = 1, t = true), a2(b = 5, t = false), s = "hello", z = 10);
  R q;
  Real w[3];
  S s;
  S t = make(time);
  Integer length;
equation
  (q, w, s, length) = work(r);
end RecordsToC;
