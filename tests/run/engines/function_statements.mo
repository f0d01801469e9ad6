// Statements of functions, the same with every engine. The numbers are worked out by hand from
// x = exp(-1) = 0.36787944117144233 at the end.
//
// simulate: --tolerance 1e-10 --engine native
// simulate: --tolerance 1e-10 --engine interpret
// simulate: --tolerance 1e-10 --engine c
// expect: y = 3.6787944117144233 +- 1e-7
// expect: z = 14.801029401 +- 1e-6
// expect: c[1] = 14.2093504259790 +- 1e-7
// expect: t[3,1] = 3
// expect: t[1,2] = 4
// expect: f = 120
// expect: r.b[2] = 2.7357588823428847 +- 1e-7
// expect: found = 4
// expect: turned[1] = 3
// expect: turned[3] = 1
// expect: length = 11
model FunctionStatements
  function sums "for, while, break, arrays of a size that the call decides"
    input Real x;
    input Integer n;
    output Real y;
    output Real z;
  protected
    Real a[n];
    Integer k;
  algorithm
    for i in 1:n loop
      a[i] := x*i;
    end for;
    y := 0;
    k := 1;
    while k <= n loop
      y := y + a[k];
      if k > 3 then
        break;
      end if;
      k := k + 1;
    end while;
    z := sum(a) + max(a) + a*a;
  end sums;

  function product "matrices, comprehensions, reductions"
    input Real A[:, :];
    input Real b[:];
    output Real c[size(A, 1)];
    output Real t[size(A, 2), size(A, 1)];
  algorithm
    assert(size(A, 2) == size(b, 1), "sizes differ: " + String(size(A, 2)));
    c := A*b + {sin(i) for i in 1:size(A, 1)};
    t := transpose(A);
    c[1] := c[1] + sum(A[i, 1] for i in 1:size(A, 1));
  end product;

  function factorial "calls itself"
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;

  record R
    Real a;
    Real b[2];
  end R;

  function records "arrays of records, fields of elements"
    input Real x;
    output R r;
  protected
    R s[2];
  algorithm
    s[1].a := x;
    s[1].b := {x, 2*x};
    s[2] := R(1, {2, 3});
    r := s[1];
    r.b[2] := r.b[2] + s[2].b[1];
  end records;

  function search "return from the middle; the right operand of `and` is out of bounds at the end"
    input Real v[:];
    input Real what;
    output Integer place;
  algorithm
    place := 1;
    while place <= size(v, 1) and v[place] < what loop
      place := place + 1;
    end while;
    if place <= size(v, 1) then
      return;
    end if;
    place := 0;
  end search;

  function turn "slices on both sides"
    input Real v[:];
    output Real w[size(v, 1)];
  algorithm
    w := v;
    w[size(v, 1):-1:1] := v;
  end turn;

  function shout
    input String s;
    input Integer n;
    output String t = "";
  algorithm
    for i in 1:n loop
      t := t + s + String(i);
    end for;
  end shout;

  function textLength "compares strings, because the language has no length()"
    input String s;
    output Integer n;
  algorithm
    n := if s == "ab1ab2ab3" then 9 elseif s == "ab1ab2ab3 +" then 11 else 0;
  end textLength;

  Real x(start = 1, fixed = true);
  Real y, z, c[2], t[3, 2], turned[3];
  Integer f = factorial(5);
  parameter Real known[4] = {1, 2, 3, 4.5};
  Integer found = search(known, 4);
  Integer length = textLength(shout("ab", 3) + " +");
  R r = records(x);
equation
  der(x) = -x;
  (y, z) = sums(x, 5);
  (c, t) = product({{1, 2, 3}, {4, 5, x}}, {x, 1, 2});
  turned = turn({1, 2, 3});
end FunctionStatements;
