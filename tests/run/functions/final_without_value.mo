// Elements of a record that are final and have no value of their own get it with the record, here from a function.
//
// expect: y(1) = 14 +- 1e-12
model FinalWithoutValue
  record Coefficients
    final parameter Real L[2];
    final parameter Real R;
    parameter Integer n = 2;
  end Coefficients;

  function coefficients
    input Real x;
    output Coefficients c;
  algorithm
    c.L := {x, 2*x};
    c.R := 3*x;
  end coefficients;

  parameter Coefficients c = coefficients(2);
  Real y = time*(sum(c.L) + c.R + c.n);
end FinalWithoutValue;
