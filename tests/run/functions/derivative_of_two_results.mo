// 12.7: a function that takes two results of another, one of them an Integer: x = 3 t^2 + 3.
//
// expect: x(end) = 6 +- 1e-9
// expect: d(end) = 6 +- 1e-6
model DerivativeOfTwoResults
  function both
    input Real x;
    input Integer n;
    output Real y;
    output Integer k;
  algorithm
    y := x*n;
    k := n;
    annotation(Inline = false);
  end both;
  function uses
    input Real x;
    output Real y;
  protected
    Integer k;
  algorithm
    (y, k) := both(x^2, 3);
    y := y + k;
    annotation(Inline = false);
  end uses;
  Real x = uses(time), d = der(x);
end DerivativeOfTwoResults;
