// A short class inherits: its modifiers reach protected elements, as those of extends do (7.1, 4.5.1).
// expect: b.y = 2
// expect: c.y = 3
model ShortClassModifiesProtected
  model A
    Real y = x;
  protected
    parameter Real x = 1;
  end A;
  model B = A(x = 2);
  model C = B(x = 3);
  B b;
  C c;
end ShortClassModifiesProtected;
