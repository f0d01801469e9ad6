// A section of assignments and short loops is the formulas of its variables: what was assigned before stands in what follows, elements
// of arrays are equations of their own, and loops are written out.
// count in equations: 0 algorithm
// line: z = 8.0 + 2.0*x
// line: y = 2.0*x
// line: a[1] = x
// line: a[2] = 3.0*x
// line: a[3] = 3.0*(3.0*x)
// line: s = x + 3.0*x + 3.0*(3.0*x)
model AlgorithmFormulas
  Real x = time, y(start = 7), z, a[3], s;
algorithm
  z := y + 1;
  y := 2*x;
  z := z + y;
algorithm
  a := fill(x, 3);
  s := 0;
  for i in 2:3 loop
    a[i] := 3*a[i - 1];
  end for;
  for i in 1:3 loop
    s := s + a[i];
  end for;
end AlgorithmFormulas;
