// A variable has two values of constants alone, one after the other, and both are read together with
// what varies: what is computed once must not replace the first by the second. Reference: by hand,
// 66*u + 54*u^2 for {1, 2, 3}, and 36*u + 32*u^2 for {2, 2}.
// expect: a(2.0) = 348 +- 1e-9
// expect: b(2.0) = 200 +- 1e-9
// expect: a(0.5) = 46.5 +- 1e-9
model KeptValueThatChanges
  function f
    input Real u;
    input Real a[:];
    output Real y;
  protected
    Real x;
  algorithm
    x := sum(a) + a*a + sum(a .* a .* a) + max(a) + min(a) + product(a);
    y := x*u;
    x := sum(2*a) + sum(a .* a) + (a + a)*a;
    y := y + x*u*u;
    annotation(Inline = false);
  end f;
  Real a = f(time, {1, 2, 3}), b = f(time, {2, 2});
  Real z(start = 0, fixed = true);
equation
  der(z) = a - b;
  annotation(experiment(StopTime = 2));
end KeptValueThatChanges;
