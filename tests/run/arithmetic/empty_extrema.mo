// The least of nothing is the greatest value of the type, and the other way round; a sum of nothing
// is 0, a product 1. Reference: specification section 10.3.4.1, the table of reductions.
// expect: real = 1
// expect: whole = 1
// expect: logical = 1
// expect: literal = 1
// expect: in_function = 1
// expect: sums = 2
model EmptyExtrema
  type Level = enumeration(low, middle, high);
  function f
    input Real x[:];
    input Integer n[:];
    input Level e[:];
    output Boolean ok;
  algorithm
    ok := min(x) > 1e308 and max(x) < -1e308 and min(n) == 9007199254740991 and
        max(n) == -9007199254740991 and min(e) == Level.high and max(e) == Level.low and
        sum(x) == 0 and product(n) == 1 and min(2*v for v in x) > 1e308 and
        max(k for k in n) == -9007199254740991 and min(k for k in e) == Level.high;
  end f;
  Real a[0];
  Integer i[0];
  Level l[0];
  Boolean b[0];
  parameter Real pa[0];
  parameter Real least = min(pa);
  constant Integer greatest = max(fill(7, 0));
  Boolean real = min(a) > 1e308 and max(a) < -1e308 and least > 1e308 and
      min(time*v for v in a) > 1e308;
  Boolean whole = min(i) == 9007199254740991 and greatest == -9007199254740991 and
      max(2*v for v in i) == -9007199254740991;
  Boolean logical = min(b) and not max(b);
  Boolean literal = min(l) == Level.high and max(v for v in l) == Level.low;
  Boolean in_function = f(pa, i, l);
  Real sums = sum(a) + product(a) + sum(v for v in a) + product(v for v in i);
end EmptyExtrema;
