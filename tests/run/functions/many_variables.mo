// A function with more than a thousand variables of its own: 11 records of 10 records of 10 numbers.
// expect: y(end) = 3 +- 1e-12
model ManyVariables
  record Numbers
    Real x0, x1, x2, x3, x4, x5, x6, x7, x8, x9;
  end Numbers;
  record Rows
    Numbers a0, a1, a2, a3, a4, a5, a6, a7, a8, a9;
  end Rows;
  record Sheets
    Rows b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10;
  end Sheets;
  function f
    input Real x;
    output Real y;
  protected
    Sheets s;
  algorithm
    s.b10.a9.x9 := x;
    s.b0.a0.x0 := 2*x;
    y := s.b10.a9.x9 + s.b0.a0.x0;
    annotation(Inline = false);
  end f;
  Real y = f(time);
end ManyVariables;
