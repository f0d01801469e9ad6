// Functions in C, their code in the annotation: numbers, arrays, strings, objects, outputs.
//
// simulate: --engine native
// simulate: --engine interpret
// expect: doubled(end) = 2 +- 1e-12
// expect: total = 21
// expect: part = 3
// expect: remainder = 0.25 +- 1e-12
// expect: same = 1
// expect: counted(end) = 7
model ExternalFunctions
  function twice
    input Real x;
    output Real y;
    external "C" y = test_twice(x)
      annotation(Include = "static double two = 2; double test_twice(double x) { return two*x; }");
  end twice;

  function matrixSum
    input Real A[:, :];
    output Real s;
    external "C" s = test_sum(A, size(A, 1), size(A, 2)) annotation(Include = "
#include <stddef.h>
double test_sum(const double *a, size_t n, size_t m) { double s = 0; for (size_t i = 0; i < n*m; i++) s += a[i]*(i % m + 1 > 0); return s; }");
  end matrixSum;

  function split
    input Real x;
    output Integer whole;
    output Real rest;
    external "C" test_split(x, whole, rest) annotation(Include = "
void test_split(double x, int *whole, double *rest) { *whole = (int)x; *rest = x - *whole; }");
  end split;

  function greet
    input String name;
    output String text;
    external "C" text = test_greet(name) annotation(Include = "
#include <string.h>
extern char *ModelicaAllocateString(size_t n);
const char *test_greet(const char *name) { char *s = ModelicaAllocateString(strlen(name) + 6); strcpy(s, \"hello \"); return strcat(s, name); }");
  end greet;

  class Counter
    extends ExternalObject;
    function constructor
      input Integer first;
      output Counter counter;
      external "C" counter = test_counter(first) annotation(Include = "
#include <stdlib.h>
void *test_counter(int first) { int *c = malloc(sizeof *c); *c = first; return c; }
double test_count(void *c, double x) { return *(int *)c + x; }
void test_counter_close(void *c) { free(c); }");
    end constructor;
    function destructor
      input Counter counter;
      external "C" test_counter_close(counter) annotation(Include = "
#include <stdlib.h>
void *test_counter(int first) { int *c = malloc(sizeof *c); *c = first; return c; }
double test_count(void *c, double x) { return *(int *)c + x; }
void test_counter_close(void *c) { free(c); }");
    end destructor;
  end Counter;

  function count
    input Counter counter;
    input Real x;
    output Real y;
    external "C" y = test_count(counter, x) annotation(Include = "
#include <stdlib.h>
void *test_counter(int first) { int *c = malloc(sizeof *c); *c = first; return c; }
double test_count(void *c, double x) { return *(int *)c + x; }
void test_counter_close(void *c) { free(c); }");
  end count;

  Counter counter = Counter(6);
  Real doubled = twice(time);
  Real total = matrixSum({{1, 2, 3}, {4, 5, 6}});
  Integer part;
  Real remainder;
  Integer same = if greet("world") == "hello world" then 1 else 0;
  Real counted = count(counter, time);
equation
  (part, remainder) = split(3.25);
end ExternalFunctions;
