// Foreign code that crashes at an event ends the run there: exit status 3, the rows before are valid.
//
// simulate: --engine native
// simulate: --engine interpret
// simulate: --engine c
// expect: status = 3
// expect: error its code crashed: a memory access that is not allowed
// expect: x(0.25) = 0.77880078307 +- 1e-4
model ExternalCrash
  function crash
    input Integer n;
    output Integer m;
    external "C" m = crash(n) annotation(Include = "static int crash(int n) { *(volatile int *)8 = n; return n; }");
  end crash;
  Real x(start = 1, fixed = true);
  discrete Integer y(start = 0);
equation
  der(x) = -x;
  when time > 0.5 then
    y = crash(3);
  end when;
end ExternalCrash;
