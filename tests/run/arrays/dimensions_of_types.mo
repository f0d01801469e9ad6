// Dimensions declared with an enumeration or Boolean (10.5.1): subscripts of that type, vectors and
// ranges of them, also empty; `end` is the last value (10.5.2). A type that extends an enumeration is
// that enumeration with its literals (4.9.5).
// expect: z = 8
// expect: w[2] = 3
// expect: v[1] = 2
// expect: l = 3
// expect: bb[1] = 20
// expect: bb[2] = 10
// expect: bc = 20
// expect: bd[1] = 20
// expect: none = 0
// expect: n = 3
// expect: e = 3
// expect: t[2] = 2
// expect: s = 0.36787944 +- 1e-4
// expect: c[2].x = 5
// expect: f = 12
model DimensionsOfTypes
  type E = enumeration(a, b, c);
  type F
    extends E(start = E.b);
  end F;
  type G = F(quantity = "q");
  type S
    extends StateSelect;
  end S;
  model A
    parameter Real x = 1;
  end A;
  function last
    input Real u[E];
    output Real y;
  algorithm
    y := u[end] + sum(u[E.a:end]);
  end last;
  Real x[E] = {1, 2, 3};
  Real y[F] = {4, 5, 6};
  Real z = x[F.b] + y[E.c];
  Real w[2] = x[E.b:E.c];
  Real v[2] = x[E.b:end];
  Real l = x[end];
  Real ba[Boolean] = {10, 20};
  Real bb[2] = ba[{true, false}];
  Real bc = ba[end];
  Real bd[1] = ba[true:end];
  Real be[0] = ba[true:false];
  Real none = sum(ba[true:false]);
  Integer n = Integer(G.c);
  parameter G g = G.c;
  E e = if g == E.c then F.c else E.a;
  Real t[F] = {Integer(i) for i in F};
  Real s(stateSelect = S.always, start = 1, fixed = true);
  A c[Boolean](x = {4, 5});
  Real at = c[end].x;
  Real f = last({1, 2, 3} .+ 0*time) + 3;
equation
  der(s) = -s;
end DimensionsOfTypes;
