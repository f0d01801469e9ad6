// Sizes of the elements of a record that a function returns, redeclared in terms of its inputs. A has 2 rows and columns, all
// zero but the first element, C is what was given: 3 + (3 + 4 + 5) = 15.
//
// expect: y = 15
// expect: rows = 2
// expect: z(1) = 9 +- 1e-12
model RedeclaredSizes
  record System
    Real A[:, :];
    Real C[:];
    Real k = 1;
  end System;

  function degree
    input Real n[:];
    output Integer k;
  algorithm
    k := size(n, 1) - 1;
  end degree;

  function make
    input Real n[:];
    output System s(redeclare Real A[degree(n), degree(n)], redeclare Real C[size(n, 1)]);
  algorithm
    s.A := zeros(degree(n), degree(n));
    s.A[1, 1] := n[1];
    for i in 1:size(n, 1) loop
      s.C[i] := n[i];
    end for;
  end make;

  function total
    input Real n[:];
    output Real y;
  protected
    System s = make(n);
  algorithm
    y := sum(s.A) + sum(s.C) + s.k;
  end total;

  parameter Real n[:] = {3, 4, 5};
  parameter System s = make(n);
  parameter Integer rows = size(s.A, 1);
  Real y = sum(s.A) + sum(s.C);
  Real z = total({2*time, 4});
end RedeclaredSizes;
