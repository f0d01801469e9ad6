// A function that nothing but an argument of an external function calls: an expression there is a
// warning (12.9), and it is computed like every other: 1 + 2 + 3 = 6, at compile time, too.
// expect: warning an argument of an external function is a component
// expect: y = 6
// expect: x[6] = 2
package CallInAnExternalArgument
  function sum_to
    input Integer n;
    output Integer s;
  algorithm
    s := 0;
    for i in 1:n loop
      s := s + i;
    end for;
  end sum_to;
  function six
    output Integer m;
    external "C" m = the_same(sum_to(3))
      annotation(Include="static int the_same(int n) { return n; }");
  end six;
  model Test
    constant Integer n = six();
    Real x[n] = fill(2*time, n);
    Real y = six();
  end Test;
end CallInAnExternalArgument;
