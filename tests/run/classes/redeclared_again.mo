// What was redeclared without 'replaceable' is not to be redeclared again [MLS 7.3.3]. Libraries do
// it all the same; the outer redeclaration is meant, and a warning says so.
// expect: b.m.x = 2 +- 0
// expect: c.b.m.x = 3 +- 0
package RedeclaredAgain
  model One
    Real x = 1;
  end One;
  model Two
    extends One(x = 2);
  end Two;
  model Three
    extends One(x = 3);
  end Three;
  model A
    replaceable One m;
  end A;
  model B
    extends A(redeclare One m);
  end B;
  model C
    B b(redeclare Two m);
  end C;
  model T
    B b(redeclare Two m);
    C c(b(redeclare Three m));
  end T;
end RedeclaredAgain;
