// 3.7.1: letters of Reals format an Integer as a Real, those of Integers round a Real; width and
// precision as in C. Known at compile time in the constants, at run time in the assertions.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
model FormatsOfNumbers
  constant String a = String(4, format = ".3f");
  constant String b = String(255, format = "x");
  constant String c = String(2.75, format = "4.1f");
  Integer n = integer(time) + 4;
  Real x = time + 1.75;
  Real right;
equation
  right = if a == "4.000" and b == "ff" and c == " 2.8" then 1 else 0;
  when time > 0.5 then
    assert(String(n, format = ".3f") == "4.000", "an Integer as a Real");
    assert(String(n, format = "3d") == "  4", "an Integer");
    assert(String(n + 61, format = "c") == "A", "a letter");
    assert(String(x, format = "d") == "2", "a Real, rounded");
  end when;
  // expect: right(1) = 1 +- 0
end FormatsOfNumbers;
