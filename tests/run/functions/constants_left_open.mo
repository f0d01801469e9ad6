// Constants that a record leaves open are given with each record, and others and sizes follow from them: the same
// function takes records of all sizes.
package P
  record Base
    constant Boolean is_pure;
    constant Integer n;
    final constant Integer nc = if is_pure then 1 else n;
    parameter Real r[n] = {1};
    final parameter Real d[nc] = if is_pure then {1} else r;
    final parameter Real x[nc - 1] = d[1:end - 1]/sum(d);
  end Base;
  record Water
    extends Base(final is_pure = true, final n = 1, final r = {5});
  end Water;
  record Mix
    extends Base(final is_pure = false, final n = 3, final r = {1, 2, 5});
  end Mix;
  function f
    input Base b;
    input Real p;
    output Real y;
  algorithm
    y := p*b.nc + b.d[1] + sum(b.r) + 100*sum(b.x);
    annotation(Inline = false);
  end f;
  model M
    parameter Base b = Mix();
    parameter Water w;
    Real y = f(b, time), z = f(w, time);
    // expect: y(1.0) = 49.5 +- 1e-12
    // expect: z(1.0) = 7 +- 1e-12
  end M;
end P;
