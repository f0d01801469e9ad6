// Functions whose arguments are constants in part keep their meaning: branches that are decided
// beforehand, returns, loops of constant length, Integers, elements of constant arrays, results that
// are not read, variables without a value of their own, and what is computed for nobody but may fail.
// The numbers: closed forms of each line, at t = 0.5.
// simulate: --stop-time 1
model KnownInPart
  record Data
    Real a, b;
    Integer n;
    Boolean on;
    Real c[3];
  end Data;

  function early // returns before the end where n is 1 or 2
    input Real u;
    input Integer n;
    output Real y;
  algorithm
    y := u;
    if n == 1 then
      return;
    end if;
    y := 2*u;
    if n == 2 then
      return;
    end if;
    y := y + early(u, n - 1);
    annotation(Inline = false);
  end early;

  function polynomial // a loop of a length that is known
    input Real u;
    input Real c[:];
    output Real y;
  algorithm
    y := 0;
    for k in size(c, 1):-1:1 loop
      y := y*u + c[k];
    end for;
    annotation(Inline = false);
  end polynomial;

  function branch
    input Real u;
    input Data d;
    output Real y;
    output Real z;
    output Integer k;
  protected
    Real w;
  algorithm
    if d.on then
      y := d.a*u + d.c[d.n];
    else
      y := d.b*u - d.c[d.n - 1];
    end if;
    w := if u > d.a then u - d.a else d.a - u;
    z := w^2;
    k := integer(floor(d.n/2)) + (if d.on then 1 else 0);
    annotation(Inline = false);
  end branch;

  function checked // the assertion stays, although its result is not read
    input Real u;
    input Real limit;
    output Real y;
    output Real rest;
  algorithm
    y := limit;
    rest := limit - u;
    assert(rest > 0, "beyond the limit");
    annotation(Inline = false);
  end checked;

  function pair // an array of what varies, as a whole and by elements
    input Real v[2];
    input Real m[2, 2];
    output Real y;
  algorithm
    y := v[2]*m[1, 2] + sum(v) + size(v, 1)*m[2, 1];
    annotation(Inline = false);
  end pair;

  constant Data d = Data(0.25, 3, 2, true, {10, 20, 30});
  constant Data e = Data(0.25, 3, 2, false, {10, 20, 30});
  Real x(start = 0, fixed = true);
  Real one, two, three, p, y1, y2, z, l, q, alike, s;
  Integer k(start = 0, fixed = true);
equation
  der(x) = 1;
  one = early(x, 1);
  two = early(x, 2);
  three = early(x, 4);
  p = polynomial(x, {1, 2, 3});
  y1 = branch(x, d);
  y2 = branch(x, e);
  (, z, ) = branch(x, d);
  l = checked(x, 2);
  q = pair({x, 2*x}, [1, 3; 5, 7]);
  alike = pair({2*x, x}, [1, 3; 5, 7]);
  s = if x < 0.25 then branch(x, d) else branch(-x, d);
algorithm
  when time > 0.3 then
    (, , k) := branch(x, d);
  end when;
end KnownInPart;
// expect: one(0.5) = 0.5 +- 1e-9
// expect: two(0.5) = 1 +- 1e-9
// expect: three(0.5) = 3 +- 1e-9
// expect: p(0.5) = 2.75 +- 1e-9
// expect: y1(0.5) = 20.125 +- 1e-9
// expect: y2(0.5) = -8.5 +- 1e-9
// expect: z(0.5) = 0.0625 +- 1e-9
// expect: l(0.5) = 2
// expect: q(0.5) = 14.5 +- 1e-9
// expect: alike(0.5) = 13 +- 1e-9
// expect: s(0.5) = 19.875 +- 1e-9
// expect: s(0.2) = 20.05 +- 1e-9
// expect: k(0.5) = 2
