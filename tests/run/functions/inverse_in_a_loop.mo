// In a loop an equation is solved as it is written, whatever an annotation names as the inverse of
// its function: that holds up to some precision only [MLS 12.8.4], here regularized near zero.
// Reference: y = 3 x = x^3 + x, so x = sqrt(2).
// expect: x(1) = 1.41421356237 +- 1e-9
// expect: y(1) = 4.24264068712 +- 1e-9
package InverseInALoop
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^3 + x;
    annotation(Inline = false, inverse(x = g(y)));
  end f;
  function g
    input Real y;
    output Real x;
  algorithm
    x := sign(y)*abs(y)^(1/3);
  end g;
  model T
    Real x(start = 1), y(start = 1), s(start = 0, fixed = true);
  equation
    der(s) = 1;
    y = f(x);
    y*(1 + 0.1*(y - 3*x)) = 3*x;
  end T;
end InverseInALoop;
