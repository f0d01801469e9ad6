// Foreign code that is needed for a size runs in a process of its own: whatever it does there is a
// mistake at the place that needs it, with the name of the function.
model AtCompileTime
  function crash
    input Integer n;
    output Integer m;
    external "C" m = crash(n) annotation(Include = "static int crash(int n) { *(volatile int *)8 = n; return n; }");
  end crash;
  function leave
    input Integer n;
    output Integer m;
    external "C" m = leave(n) annotation(Include = "#include <stdlib.h>
static int leave(int n) { exit(n); return n; }");
  end leave;
  function give_up
    input Integer n;
    output Integer m;
    external "C" m = give_up(n) annotation(Include = "#include <stdlib.h>
static int give_up(int n) { abort(); return n; }");
  end give_up;
  function refuse
    input Integer n;
    output Integer m;
    external "C" m = refuse(n) annotation(Include = "#include \"ModelicaUtilities.h\"
static int refuse(int n) { ModelicaFormatError(\"%d is too many\", n); return n; }");
  end refuse;
  function descend
    input Integer n;
    output Integer m;
    external "C" m = descend(n) annotation(Include = "
static int descend(int n) { volatile char a[4000]; a[n & 7] = 1; return n ? descend(n + 1) + a[3] : 1; }");
  end descend;
  function broken
    input Integer n;
    output Integer m;
    external "C" m = broken(n) annotation(Include = "static int broken(int n) { return (; }");
  end broken;
  function nowhere
    input Integer n;
    output Integer m;
    external "C" m = there_is_no_such_function(n);
  end nowhere;
  Real a[crash(1)]; // error[E0314]: 'crash(1)' cannot be evaluated at compile time: 'AtCompileTime.crash': its code crashed: a memory access
  Real b[leave(2)]; // error[E0314]: 'leave(2)' cannot be evaluated at compile time: 'AtCompileTime.leave': its code called exit(2)
  Real c[give_up(3)]; // error[E0314]: 'give_up(3)' cannot be evaluated at compile time: 'AtCompileTime.give_up': its code called abort()
  Real d[refuse(4)]; // error[E0314]: 'refuse(4)' cannot be evaluated at compile time: 'AtCompileTime.refuse': 4 is too many
  Real e[descend(5)]; // error[E0314]: 'descend(5)' cannot be evaluated at compile time: 'AtCompileTime.descend': its code crashed
  Real f[broken(6)]; // error[E0305]: 'broken(6)' cannot be evaluated at compile time: 'AtCompileTime.broken': the C code of 'AtCompileTime.broken' cannot be compiled
  Real g[nowhere(7)]; // error[E0305]: 'nowhere(7)' cannot be evaluated at compile time: 'AtCompileTime.nowhere': the C function 'there_is_no_such_function'
end AtCompileTime;
