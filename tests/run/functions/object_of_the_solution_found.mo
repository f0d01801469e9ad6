// The start has one solution, x = -1, and it lies outside the limits of z. Others are looked for in vain, and every
// attempt makes the object anew: the run goes on with one that is alive and has been asked at the start.
// reference: 12.9.7; the object remembers 3, counts at the start, and answers 3 + count, at least 4
// expect: x(0) = -1 +- 1e-9
// expect: y(1) = 0 +- 1e-12
// expect: warning 'z' is -2
model ObjectOfTheSolutionFound
  class Memory
    extends ExternalObject;
    function constructor
      input Real t;
      output Memory o;
    external "C" o = found_make(t)
      annotation(Include="
void *found_make(double t) { static double pool[100][2]; static int n; double *p = pool[n++]; p[0] = t; return p; }");
    end constructor;
    function destructor
      input Memory o;
    external "C" found_end(o)
      annotation(Include="
void found_end(void *o) { double *p = o; p[0] = p[1] = -1e9; }");
    end destructor;
  end Memory;
  function tell
    input Memory o;
    input Real x;
    output Real y;
  external "C" y = found_tell(o, x)
    annotation(Include="double found_tell(void *o, double x) { ((double *)o)[1] = 1; return x; }");
  end tell;
  function ask
    input Memory o;
    input Real x;
    output Real y;
  external "C" y = found_ask(o, x)
    annotation(Include="double found_ask(void *o, double x) { double *p = o; return p[0] + p[1] == 4 ? 0 : 1; }");
  end ask;
  parameter Real t0(fixed = false);
  Memory o = Memory(t0);
  Real x(start = 0);
  Real z(min = 0) = 2*x;
  discrete Real told(start = 0, fixed = true);
  Real y = ask(o, time + told);
initial equation
  t0 = 3 + floor(time);
equation
  x^3 + x = -2;
  when initial() then
    told = tell(o, 1);
  end when;
end ObjectOfTheSolutionFound;
