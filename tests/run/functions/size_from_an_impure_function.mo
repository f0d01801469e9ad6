// A function that is pure by what its declaration says may call an impure one; the claim is its
// own [MLS 12.3], and a size may need it: abs(-3) of the C library is 3.
// expect: y(1) = 3 +- 0
package SizeFromAnImpureFunction
  impure function magnitude
    input Integer i;
    output Integer n;
    external "C" n = abs(i) annotation(Include = "#include <stdlib.h>");
  end magnitude;
  pure function claimed
    input Integer i;
    output Integer n;
  algorithm
    n := pure(magnitude(i));
  end claimed;
  model T
    parameter Integer n = claimed(-3);
    Real x[n] = {i*time for i in 1:n}, y = x[n];
  end T;
end SizeFromAnImpureFunction;
