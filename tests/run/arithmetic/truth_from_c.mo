// A C function answers a Boolean by any number but zero, and an enumeration by its number.
// expect: yes = 1
// expect: same = 1
// expect: level = 2
model TruthFromC
  type Level = enumeration(low, middle, high);
  function is_odd
    input Integer n;
    output Boolean odd;
    external "C" odd = is_odd(n) annotation(Include = "int is_odd(int n) { return n & 1 ? 7 : 0; }");
  end is_odd;
  function level_of
    input Integer n;
    output Level level;
    external "C" level = level_of(n) annotation(Include = "int level_of(int n) { return n; }");
  end level_of;
  Integer n = integer(2*time) + 3;
  Boolean yes = is_odd(n);
  Boolean same = yes == true;
  Level level = level_of(if n > 3 then n - 3 else 1);
end TruthFromC;
