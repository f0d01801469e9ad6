// Parameters that isRoot decides select equations like isRoot itself (9.4.1): b has the lower
// number, so it is the root.
// expect: a.p.r = 3
// expect: a.y = 4
// expect: b.y = 1
model RootByParameter
  type T
    extends Real;
    function equalityConstraint
      input T a;
      input T b;
      output Real r[0];
    algorithm
    end equalityConstraint;
  end T;
  connector C
    T r;
    Real v;
    flow Real f;
  end C;
  model S
    C p;
    parameter Integer k = 1;
    Real y;
  protected
    parameter Boolean r = Connections.isRoot(p.r);
    parameter Boolean q = r and k > 0;
    parameter Integer m = if q then 1 else 2;
  equation
    Connections.potentialRoot(p.r, k);
    if q then
      p.r = 3;
    end if;
    if m == 1 then
      y = 1;
    else
      y = 2*p.v;
    end if;
  end S;
  S a(k = 2), b;
equation
  connect(a.p, b.p);
  a.p.v = 2;
  a.p.f = 0;
end RootByParameter;
