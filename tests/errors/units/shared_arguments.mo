// What the arguments of a call say of each other's units is found once, wherever the call stands; a
// start value tells nothing, so the equation behind it does.
model SharedArguments
  function g
    input Real x;
    output Real y = x*x;
  end g;
  parameter Real p(unit = "m") = 1;
  parameter Real q = 2;
  Real a(unit = "m") = 1 + time;
  Real b, c(unit = "s"), d(unit = "s");
  Real y(start = g(p + q)), z, v, w;
equation
  y = g(a + b); // note[E0330]: 'b' has no unit of its own; from here it is m
  z = 2*g(a + b);
  c = b; // warning[E0330]: the sides of the equation have different units: 'c' is s, 'b' is m
  b = 3 + sin(time);
  v = g(p + q); // note[E0330]: 'q' has no unit of its own; from here it is m
  w = 2*g(p + q);
  d = 2*q; // warning[E0330]: the sides of the equation have different units: 'd' is s, '2.0*q' is m
end SharedArguments;
