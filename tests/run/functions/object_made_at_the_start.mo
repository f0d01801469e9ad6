// An external object whose constructor needs a parameter that is found at the start is made when that is known, and
// before anything asks it (specification 12.9.7).
// reference: it remembers 3 and adds what it is asked with
// expect: y(1) = 4
// expect: p = 5
model ObjectMadeAtTheStart
  class Memory
    extends ExternalObject;
    function constructor
      input Real t;
      output Memory o;
    external "C" o = memory_make(t)
      annotation(Include="#include <stdlib.h>
void *memory_make(double t) { double *p = malloc(sizeof *p); *p = t; return p; }");
    end constructor;
    function destructor
      input Memory o;
    external "C" memory_end(o)
      annotation(Include="#include <stdlib.h>
void memory_end(void *o) { free(o); }");
    end destructor;
  end Memory;
  function ask
    input Memory o;
    input Real x;
    output Real y;
  external "C" y = memory_ask(o, x)
    annotation(Include="double memory_ask(void *o, double x) { return o ? *(double *)o + x : -1; }");
  end ask;
  parameter Real t0(fixed = false);
  Memory o = Memory(t0);
  Real y = ask(o, time);
  parameter Real p(fixed = false);
initial equation
  t0 = 3 + floor(time);
  p = ask(o, 2);
end ObjectMadeAtTheStart;
