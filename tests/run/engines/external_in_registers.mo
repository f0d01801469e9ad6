// Numbers of both kinds, texts and addresses in any order and any number (12.9.1): each argument
// arrives, whatever the order in which machines pass them. Sums by hand, t = 1 at the end.
// simulate: --stop-time 1 --engine native
// simulate: --stop-time 1 --engine interpret
// expect: mixed(1) = 12345.5 +- 1e-9
// expect: full(1) = 654322.25 +- 1e-9
// expect: seven(1) = 7654321 +- 1e-9
// expect: five(1) = 54321 +- 1e-9
// expect: none(1) = 2.5
model ExternalInRegisters
  function mix
    input Real x;
    input Integer i;
    input String s;
    input Real y;
    input Real v[:];
    input Real z;
    output Real r;
    external "C" r = test_mix(x, i, s, y, v, size(v, 1), z) annotation(Include = "
#include <stddef.h>
double test_mix(double x, int i, const char *s, double y, const double *v, size_t n, double z)
{ return 10000*x + 1000*i + 100*(s[0] - '0') + 10*y + n*v[1] + z; }");
  end mix;
  function sixAndFour
    input Integer a[6];
    input Real x[4];
    output Real r;
    external "C" r = test_six(x[1], a[1], a[2], x[2], a[3], a[4], x[3], a[5], a[6], x[4]) annotation(Include = "
double test_six(double x, int a, int b, double y, int c, int d, double z, int e, int f, double u)
{ return a + 10*b + 100*c + 1000*d + 10000*e + 100000.0*f + x + 2*y + 4*z + 8*u; }");
  end sixAndFour;
  function sevenNumbers
    input Integer a[7];
    input Real x;
    output Real r;
    external "C" r = test_seven(a[1], a[2], a[3], a[4], a[5], a[6], a[7], x) annotation(Include = "
double test_seven(int a, int b, int c, int d, int e, int f, int g, double x)
{ return x*(a + 10*b + 100*c + 1000*d + 10000*e + 100000*f + 1000000.0*g); }");
  end sevenNumbers;
  function fiveReals
    input Real x[5];
    output Real r;
    external "C" r = test_five(x[1], x[2], x[3], x[4], x[5]) annotation(Include = "
double test_five(double a, double b, double c, double d, double e)
{ return a + 10*b + 100*c + 1000*d + 10000*e; }");
  end fiveReals;
  function nothing
    output Real r;
    external "C" r = test_nothing() annotation(Include = "double test_nothing(void) { return 2.5; }");
  end nothing;
  Real mixed = mix(time, 2, "3", 4*time, {0, 2.5*time}, 0.5*time);
  Real full = sixAndFour({1, 2, 3, 4, 5, 6}, time*{0.25, 0.125, 0.0625, 0.0625});
  Real seven = sevenNumbers({1, 2, 3, 4, 5, 6, 7}, time);
  Real five = fiveReals(time*{1, 2, 3, 4, 5});
  Real none = nothing();
end ExternalInRegisters;
