// A C function takes an int: 2^31 does not fit, and its lower half would be another number.
// expect: status = 3
// expect: error the Integer 2147483648 is too large for the int
model TooLargeForC
  function same
    input Integer n;
    output Integer m;
    external "C" m = same(n) annotation(Include = "int same(int n) { return n; }");
  end same;
  Integer n = 2147483647 + integer(2*time);
  Integer m = same(n);
end TooLargeForC;
