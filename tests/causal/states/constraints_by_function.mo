// More constraints than coefficients are computed for, and all of them call a function: which of the
// unknowns are states is chosen by where these occur. One free value is left: the first.
// expect: states = 1
// expect: index = 2
package ConstraintsByFunction
  function half
    input Real x;
    output Real y;
  protected
    Real s;
  algorithm
    s := x;
    y := s/2;
    annotation(Inline = false, derivative = half_der);
  end half;
  function half_der
    input Real x, x_der;
    output Real y_der = x_der/2;
    annotation(Inline = false);
  end half_der;
  model Chain
    parameter Integer n = 1600;
    Real x[n + 1], u[n];
  equation
    der(x[1]) = -x[1];
    for i in 1:n loop
      der(x[i + 1]) = u[i];
      x[i + 1] = half(x[i]) + half(x[n + 1]);
    end for;
  end Chain;
end ConstraintsByFunction;
