// A differential equation of the third order, written with der of der: three states.
// expect: states = {x, v, a}
// expect: index = 0
model HighOrder
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), a(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = a;
  der(a) = -x - 2*v - 3*a;
end HighOrder;
