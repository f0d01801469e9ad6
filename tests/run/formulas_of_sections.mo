// Sections that are written out as formulas: slices that overlap take the values from before, what is read first has its start value,
// subscripts run backwards, and a formula may stand in a loop with equations. Worked out by hand: a = {t, t, 2t} at its end, b = {4, 3, 2, 1}*t,
// c = 3 + 2 (start) + t, m = {{1, 2}, {3, 4}}*t with its columns changed, w the root of w^3 + w = 10 + t, u = w^3.
// expect: a[1](0.5) = 0.5 +- 1e-12
// expect: a[2](0.5) = 0.5 +- 1e-12
// expect: a[3](0.5) = 1 +- 1e-12
// expect: b[1](0.5) = 2 +- 1e-12
// expect: b[4](0.5) = 0.5 +- 1e-12
// expect: c(0.5) = 5.5 +- 1e-12
// expect: m[1,1](0.5) = 1 +- 1e-12
// expect: m[1,2](0.5) = 0.5 +- 1e-12
// expect: m[2,1](0.5) = 2 +- 1e-12
// expect: w(0) = 2 +- 1e-9
// expect: u(0) = 8 +- 1e-8
// expect: total(0.5) = 13 +- 1e-12
model FormulasOfSections
  Real a[3], b[4], c(start = 2), m[2, 2], w(start = 1.5), u, total;
algorithm
  a := {1, 2, 3}*time;
  a[2:3] := a[1:2];
algorithm
  for i in 4:-1:1 loop
    b[i] := (5 - i)*time;
  end for;
algorithm
  c := c + 3;
  c := c + time;
algorithm
  m := {{1, 2}, {3, 4}}*time;
  m[:, {2, 1}] := m;
algorithm
  u := w;
  for i in 1:2 loop
    u := u*w;
  end for;
algorithm
  total := 0;
  for i in 1:3, j in {1, 2} loop
    total := total + i*j;
  end for;
  total := total - 10*time;
equation
  u + w = 10 + time;
end FormulasOfSections;
