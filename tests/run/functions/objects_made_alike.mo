// Two external objects that are made with the same arguments are two objects: the constructor is called
// once for each of them [MLS 12.9.7]. Each counts by itself, so both have come to 1 after one event.
//
// simulate: --engine native
// simulate: --engine interpret
// simulate: --engine c
// expect: x(1.0) = 1 +- 0
// expect: y(1.0) = 1 +- 0
// expect: z(1.0) = 6 +- 0
// expect: w(1.0) = 6 +- 0
model ObjectsMadeAlike
  class Counter
    extends ExternalObject;
    function constructor
      input Real first;
      output Counter c;
    external "C" c = counter_open(first) annotation(Include = "#include <stdlib.h>
static void *counter_open(double first) { double *c = malloc(sizeof *c); *c = first; return c; }
static void counter_close(void *c) { free(c); }
static double counter_next(void *c, double t) { return *(double *)c += t; }");
    end constructor;
    function destructor
      input Counter c;
    external "C" counter_close(c) annotation(Include = "#include <stdlib.h>
static void *counter_open(double first) { double *c = malloc(sizeof *c); *c = first; return c; }
static void counter_close(void *c) { free(c); }
static double counter_next(void *c, double t) { return *(double *)c += t; }");
    end destructor;
  end Counter;
  function next
    input Counter c;
    input Real by;
    output Real n;
  external "C" n = counter_next(c, by) annotation(Include = "#include <stdlib.h>
static void *counter_open(double first) { double *c = malloc(sizeof *c); *c = first; return c; }
static void counter_close(void *c) { free(c); }
static double counter_next(void *c, double t) { return *(double *)c += t; }");
  end next;
  parameter Real five(fixed = false);
  Counter a = Counter(0), b = Counter(0), late = Counter(five), later = Counter(five);
  discrete Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true), w(start = 0, fixed = true);
initial equation
  five = 5;
equation
  when time > 0.5 then
    x = next(a, 1);
    y = next(b, 1);
    z = next(late, 1);
    w = next(later, 1);
  end when;
end ObjectsMadeAlike;
