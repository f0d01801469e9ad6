// A replaceable constant that is redeclared with its value (7.3 forbids it): the value is that of the redeclaration. A warning;
// an error with --strict.
model ReplaceableConstant
  partial block Action
    replaceable constant Integer q;
    Real y = q*time;
  end Action;
  block N
    extends Action(redeclare constant Integer q = 3);
  end N;
  block R
    extends Action(redeclare constant Integer q = 4);
  end R;
  N n;
  R r;
  // expect: n.y(1) = 3 +- 1e-12
  // expect: r.y(1) = 4 +- 1e-12
end ReplaceableConstant;
