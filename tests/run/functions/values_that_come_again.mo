// Functions that keep values: the same arguments at several places, signs of zero, more different
// arguments than are kept, results of several numbers, failures between. Reference: closed forms.
// simulate: --engine native
// simulate: --engine interpret
// simulate: --engine c
// simulate: --dae
// expect: a(1) = 2.82842712475 +- 1e-10
// expect: s(1) = 19.72186333936773 +- 1e-9
// expect: p(1) = 1
// expect: n(1) = -1
// expect: x(1) = 2.446306138949 +- 1e-5
// expect: m(1) = 6.64575131106 +- 1e-10
model ValuesThatComeAgain
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x > 0, "no root of it");
    y := x;
    for i in 1:60 loop
      y := 0.5*(y + x/y);
    end for;
  end root;
  function side "of zero"
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:300 loop
      y := sign(atan2(x, -1));
    end for;
  end side;
  function roots
    input Real x;
    input Real z;
    output Real y[2];
    output Real sum;
  protected
    Real u = root(x), v = root(z);
  algorithm
    y := {u, v};
    sum := u + v;
  end roots;
  Real a = root(1 + time) + root(1 + time);
  Real s = sum(root(k + time) for k in 300:600)/301 - root(1 + time) + 0*root(2 - time);
  parameter Real tiny = 1e-200;
  Real p = side(tiny*tiny*time), n = side(-tiny*tiny*time);
  Real x(start = 1, fixed = true);
  Real r[2], m;
equation
  der(x) = root(x + time);
  (r, m) = roots(7 + 0*time, 16 + 0*time);
end ValuesThatComeAgain;
