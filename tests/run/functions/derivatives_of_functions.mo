// Functions without derivative annotations are differentiated statement by statement: arrays put together, products, powers
// of matrices, several outputs; and one with a derivative of order 2 of its own. With x = time all have closed forms.
//
// simulate: --stop-time 1 --tolerance 1e-8
// expect: d[1](1) = 6 +- 1e-6
// expect: d[2](1) = 4 +- 1e-6
// expect: d[3](1) = 3 +- 1e-6
// expect: d[4](1) = 2 +- 1e-6
// expect: d[5](1) = 5 +- 1e-6
// expect: dd(1) = 6 +- 1e-5
model DerivativesOfFunctions
  function puts "3 x^2, by way of {x, x, x} x"
    input Real x;
    output Real y;
  protected
    Real v[3] = cat(1, {x, x}, {x});
  algorithm
    y := sum(v)*x;
    annotation(Inline = false);
  end puts;
  function power "2 x^2, from {{x, 0}, {0, x}}^2"
    input Real x;
    output Real y;
  protected
    Real M[2, 2] = {{x, 0}, {0, x}};
    Real P[2, 2];
  algorithm
    P := M^2;
    y := P[1, 1] + P[2, 2];
    annotation(Inline = false);
  end power;
  function times "x^3"
    input Real x;
    output Real y = product({x, x, x});
  algorithm
    annotation(Inline = false);
  end times;
  function grid "the middle of 0 and x, four times"
    input Real x;
    output Real y;
  protected
    Real v[3] = linspace(0, x, 3);
  algorithm
    y := 4*v[2];
    annotation(Inline = false);
  end grid;
  function both
    input Real x;
    output Real y;
    output Real z;
  algorithm
    y := x^2;
    z := x^3;
    annotation(Inline = false);
  end both;
  function sums "2 x^2 + x, through another function's outputs"
    input Real x;
    output Real y;
  protected
    Real a, b;
  algorithm
    (a, b) := both(x);
    y := 2*a + x;
    annotation(Inline = false);
  end sums;
  function cube
    input Real x;
    output Real y = x^3;
  algorithm
    annotation(Inline = false, derivative = cube1);
  end cube;
  function cube1
    input Real x;
    input Real dx;
    output Real y = 3*x^2*dx;
  algorithm
    annotation(Inline = false, derivative(order = 2) = cube2);
  end cube1;
  function cube2
    input Real x;
    input Real dx;
    input Real ddx;
    output Real y = 6*x*dx^2 + 3*x^2*ddx;
  algorithm
    annotation(Inline = false);
  end cube2;
  Real x(start = 0, fixed = true), d[5], c, dc, dd;
equation
  der(x) = 1;
  d[1] = der(puts(x));
  d[2] = der(power(x));
  d[3] = der(times(x));
  d[4] = der(grid(x));
  d[5] = der(sums(x));
  c = cube(x);
  dc = der(c);
  dd = der(dc);
end DerivativesOfFunctions;
