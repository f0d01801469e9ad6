// What a loop calls but its iteration does not change is computed once, before it: neither the residual
// nor the Jacobian calls it. A branch that depends on the unknown is left where it is, for its function
// may have no value while the other one is taken: u makes root(1 - 4*time) fail behind time = 0.25.
// count in residual 0: 0 KnownBeforeALoop.twice
// count in jacobian 0: 0 KnownBeforeALoop.twice
// count in derivatives: 1 KnownBeforeALoop.twice
// count in residual 1: 1 KnownBeforeALoop.root
// count in derivatives: 0 KnownBeforeALoop.root
model KnownBeforeALoop
  function twice
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := 2*u;
    b := exp(u);
    annotation (Inline = false);
  end twice;
  function root
    input Real u;
    output Real y;
  algorithm
    assert(u >= 0, "no root");
    y := sqrt(u);
    annotation (Inline = false);
  end root;
  function first
    input Real u;
    output Real y;
  protected
    Real rest;
  algorithm
    (y, rest) := twice(u);
    annotation (Inline = true);
  end first;
  Real s(start = 0, fixed = true), x(start = 1), u(start = 1);
equation
  der(s) = x + u;
  x^3 + x = 1 + first(s);
  u^3 + u = 1 + noEvent(if u > 0.1 then 1 else root(1 - 4*time));
end KnownBeforeALoop;
