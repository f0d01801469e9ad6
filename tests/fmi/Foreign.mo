// A package with external functions, for tests/cli/fmu_source.cli.
package E
  record Pair
    Real a;
    Integer b;
  end Pair;
  function twice
    input Real x;
    output Real y;
  external "C" y = twice(x) annotation(Include = "static double twice(double x) { return 2*x; }");
  end twice;
  function sine
    input Real x;
    output Real y;
  external "C" y = sin(x);
  end sine;
  function sum
    input Pair p;
    output Real s;
  external "C" s = pair_sum(p)
      annotation(Include = "struct pair { double a; int b; }; static double pair_sum(const struct pair *p) { return p->a + p->b; }");
  end sum;
  function weighted
    input Real x[:];
    input Integer k;
    output Real y;
  external "C" y = weighted(x, size(x, 1), k)
      annotation(Include = "#include \"w.h\"", IncludeDirectory = "modelica://E/Resources/C-Sources");
  end weighted;
  function undeclared
    input Integer n;
    output Integer m;
  external "C" m = undeclared(n)
      annotation(Include = "static int nothing;", IncludeDirectory = "modelica://E/Resources/C-Sources");
  end undeclared;
  function letters
    input String s;
    output Integer n;
    output String t;
  external "C" letters(s, n, t)
      annotation(Include = "static void letters(const char *s, int *n, const char **t) { char *c = ModelicaAllocateString(2*strlen(s)); strcpy(c, s); strcat(c, s); *n = (int)strlen(c); *t = c; }");
  end letters;
  class Counter
    extends ExternalObject;
    function constructor
      input Real first;
      output Counter c;
    external "C" c = open_counter(first)
        annotation(Include = "static void *open_counter(double first) { double *c = malloc(sizeof *c); *c = first; return c; } static void close_counter(void *c) { free(c); } static double counter_value(void *c) { return *(double *)c; }");
    end constructor;
    function destructor
      input Counter c;
    external "C" close_counter(c)
        annotation(Include = "static void *open_counter(double first) { double *c = malloc(sizeof *c); *c = first; return c; } static void close_counter(void *c) { free(c); } static double counter_value(void *c) { return *(double *)c; }");
    end destructor;
  end Counter;
  function value
    input Counter c;
    output Real y;
  external "C" y = counter_value(c)
      annotation(Include = "static void *open_counter(double first) { double *c = malloc(sizeof *c); *c = first; return c; } static void close_counter(void *c) { free(c); } static double counter_value(void *c) { return *(double *)c; }");
  end value;
  function both
    input String s;
    output Integer n;
  protected
    String t;
  algorithm
    (n, t) := letters(s);
    n := if t == s + s then n else 0;
  end both;
  model M
    parameter Counter c = Counter(0);
    parameter Integer n = both("abc") + undeclared(0);
    Real y = twice(time) + sine(time) + sum(Pair(time, 2)) + weighted({time, 3}, 3) + value(c)*n - (n - 6);
    annotation(experiment(StopTime = 1));
  end M;
end E;
