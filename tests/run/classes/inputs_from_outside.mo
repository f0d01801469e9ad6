// Public inputs of the model, members of its records and connectors, are known; they keep their
// start values here. An input with a binding equation has its value from that, unless it is a
// connector (4.8).
// expect: y = 17
// expect: bound = 4
// expect: c.z = 8
// expect: h = 3
model InputsFromOutside
  record I
    Real a(start = 5);
    Integer k;
  end I;
  record R
    Real x(start = 3);
    I i;
    Real v[2](each start = 3);
  end R;
  connector C
    input Real q(start = 4);
    output Real z;
  end C;
  connector CR = input R;
  input R u[2];
  output Real y = 2*u[1].x + u[2].i.a + sum(u[1].v);
  input Real given = 2;
  Real bound = 2*given;
  C c;
  CR cr;
  Real h = cr.x;
protected
  R p(x = 1, i(a = 2, k = 3), v = {1, 2});
equation
  c.z = 2*c.q;
end InputsFromOutside;
