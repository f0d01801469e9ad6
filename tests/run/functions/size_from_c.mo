// Sizes and constants that C functions give while the model is compiled: a static function in an
// Include text, one of the C library, one with a matrix, a string and a truth value as outputs.
// strlen("four") = 4, twice that and 1 is 9; the table ends with 2 + 5, and strlen("abc") = 3, and 1.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: n = 9
// expect: x[9](1) = 1 +- 1e-12
// expect: y[11](1) = 2 +- 1e-12
// expect: p.a = 3
// expect: p.b[2] = 5
model SizeFromC
  function length
    input String s;
    output Integer n;
    external "C" n = strlen(s) annotation(Include = "#include <string.h>");
  end length;
  function twice
    input Integer n;
    output Integer m;
    external "C" m = two(n) annotation(Include = "static int two(int n) { return 2*n; }");
  end twice;
  function table
    input Real a;
    output Real t[2, 3];
    output String name;
    output Boolean flag;
    external "C" fill_table(a, t, name, flag) annotation(Include = "
static void fill_table(double a, double *t, const char **name, int *flag)
{ for (int i = 0; i < 6; i++) t[i] = a + i; *name = \"abc\"; *flag = 5; }");
  end table;
  function total
    input Real a;
    output Integer n;
  protected
    Real t[2, 3];
    String name;
    Boolean flag;
  algorithm
    (t, name, flag) := table(a);
    n := integer(t[2, 3]) + length(name) + (if flag then 1 else 0);
  end total;
  record Pair
    Integer a;
    Real b[2];
  end Pair;
  function pair
    input Integer a;
    output Pair p;
    external "C" set_pair(a, p.a, p.b) annotation(Include = "
static void set_pair(int a, int *to, double *b) { *to = a; b[0] = a + 1; b[1] = a + 2; }");
  end pair;
  constant Integer k = length("four");
  parameter Integer n = twice(k) + 1;
  parameter Pair p = pair(3);
  Real x[n] = fill(time, n);
  Real y[total(2)] = fill(2*time, total(2));
  Real z[p.a] = fill(p.b[1], p.a);
end SizeFromC;
