// Foreign code that ends the program, or uses up the stack, ends the run instead.
//
// simulate: --set way=1
// simulate: --set way=2
// expect: status = 3
// expect: error 'ExternalExit.leave': its code c
model ExternalExit
  function leave
    input Integer way;
    input Integer n;
    output Integer m;
    external "C" m = leave(way, n) annotation(Include = "#include <stdlib.h>
static int descend(int n) { volatile char a[4000]; a[n & 7] = 1; return n ? descend(n + 1) + a[3] : 1; }
static int leave(int way, int n) { if (way == 1) exit(n); return descend(n); }");
  end leave;
  parameter Integer way = 1;
  discrete Integer y(start = 0);
equation
  when time > 0.5 then
    y = leave(way, 3);
  end when;
end ExternalExit;
