// Attributes of arrays whose size follows from an argument, and of records in such arrays: v/|v|.
// expect: y[1](1) = 0.6 +- 1e-12
// expect: y[2](1) = 0.8 +- 1e-12
// expect: z(1) = 7
model AttributesOfOpenArrays
  record Pair
    Real a(unit = "1") = 1;
    Real b = 2;
  end Pair;
  function normal
    input Real v[:](each unit = "m");
    output Real n[size(v, 1)](each final unit = "1");
  algorithm
    n := v/sqrt(v*v);
  end normal;
  function total
    input Pair p[:](each b = 3);
    output Real s;
  protected
    Pair q[size(p, 1)](each b = 4);
  algorithm
    q := p;
    s := sum(q[i].a + q[i].b for i in 1:size(q, 1));
  end total;
  Real y[2] = normal({3*time + 1e-30, 4*time});
  Real z = total({Pair(1, 2), Pair(1, 3)});
end AttributesOfOpenArrays;
