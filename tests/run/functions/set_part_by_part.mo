// Variables that are set element by element and member by member have all their values; elements that
// nobody asks for need none.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: y[1](1) = 4 +- 1e-9
// expect: y[3](1) = 3 +- 1e-9
// expect: c[2](1) = 2 +- 0
// expect: z(1) = 3 +- 1e-9
// expect: r.b[2](1) = 5 +- 1e-9
// expect: dy(1) = 228 +- 1e-5
model SetPartByPart
  record R
    Real a;
    Real b[2];
    Boolean on;
  end R;
  function f
    input Integer n;
    input Real x;
    output Real y[n];
    output Integer c[n];
  algorithm
    for i in 1:n loop
      y[i] := i*x;
      c[i] := i;
    end for;
    y[1] := y[1] + y[n];
  end f;
  function g
    input Real x;
    output Real z;
  protected
    Real w[5];
  algorithm
    w[2] := x;
    w[4] := 2*x;
    z := w[2] + w[4];
  end g;
  function h
    input Real x;
    output R r;
  algorithm
    r.a := x;
    r.b[1] := 4*x;
    r.b[2] := r.a + r.b[1];
    r.on := x > 2;
  end h;
  function k // its derivative is made by the program
    input Real x;
    output Real y;
  protected
    Real w[3];
  algorithm
    for i in 1:3 loop
      w[i] := x^i;
    end for;
    y := w*w;
    annotation(smoothOrder = 3);
  end k;
  Real y[3], z = g(time), x(start = 1, fixed = true), p = k(x), dy = der(p);
  Integer c[3];
  R r = h(time);
equation
  (y, c) = f(3, time);
  der(x) = 1; // x = 2, and 2*x + 4*x^3 + 6*x^5 = 4 + 32 + 192
end SetPartByPart;
