// Values for an array of records in a package are split over its elements as those of components are
// (7.2.5): lists, sizes that follow from them, several dimensions, records inside, `each`, and a list
// that is computed. Expectations are what is written.
// expect: y[1](1) = 4
// expect: y[2](1) = 8
// expect: y[3](1) = 23
// expect: y[4](1) = 7
// expect: y[5](1) = 60
// expect: y[6](1) = 12
// expect: y[7](1) = 2
package ConstantRecordsOfAPackage
  record Shape
    parameter Integer n = 1;
    parameter Real a[n] = fill(2, n);
    parameter Real w = 7;
  end Shape;
  record Pair
    Shape one, two[2];
    Real k = 1;
  end Pair;
  package P
    constant Shape row[2](n = {1, 4});
    constant Shape grid[2, 3](each n = 1, a = {{{11}, {12}, {13}}, {{21}, {22}, {23}}});
    constant Pair pairs[2](each k = 5, two(w = {{10, 20}, {30, 40}}), one(w = {3*i for i in 3:4}));
    constant Shape none[0](n = fill(3, 0));
  end P;
  function total
    input Integer i;
    output Real s;
  algorithm
    s := 0;
    for k in 1:2 loop
      s := s + P.pairs[i].two[k].w;
    end for;
    s := s - 10;
  end total;
  model T
    Real y[7];
  equation
    y[1] = P.row[2].n*time;
    y[2] = sum(P.row[2].a)*time;
    y[3] = P.grid[2, 3].a[1];
    y[4] = P.row[1].w;
    y[5] = total(2);
    y[6] = P.pairs[2].one.w;
    y[7] = size(P.pairs, 1) + size(P.none, 1);
  end T;
end ConstantRecordsOfAPackage;
