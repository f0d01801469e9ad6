// A modifier of a class says nothing about the arrays that use the class; arrays around the
// component that holds the class split it, and modifiers of a redeclared component, too (7.2.5).
// expect: t.v[2](start) = 3
// expect: u[1].v[2](start) = 1
// expect: u[2].v[1](start) = 2
// expect: w.s[2].x = 7
// expect: q[2].s[1].x = 5
// expect: q[2].deep.s[2].x = 5
// expect: b[1].a.y = 1
// expect: b[2].a.y = 2
// expect: e[2].a.x = 4
model ModifiersOfClassesInArrays
  model T
    type V = Real;
    V v[2](each fixed = true);
  equation
    der(v) = {1, 1};
  end T;
  T t(V(start = 3));
  T u[2](V(start = {1, 2}));
  model A
    parameter Real x = 1;
  end A;
  model W
    model Sub = A;
    Sub s[2];
    model Deep
      Sub s[2];
    end Deep;
    Deep deep;
  end W;
  W w(Sub(x = 7));
  W q[2](Sub(x = {4, 5}));
  model More
    extends A;
    Real y = x;
  end More;
  model B
    replaceable A a;
  end B;
  B b[2](redeclare More a(x = {1, 2}));
  B e[2](redeclare each More a(x = 4));
end ModifiersOfClassesInArrays;
