// Elements of arrays with three and four dimensions, read and written at places that are known at
// run time only. The numbers: the element i, j, k, l is 1000 i + 100 j + 10 k + l, so the sum of
// all is that of 36 elements of the mean 1500 + 200 + 15 + 2, and 1.5 times that of 12 of the mean
// 150 + 20 + 1.5 where there are three; the last place is asked for at the end.
// simulate: --stop-time 1 --engine native
// simulate: --stop-time 1 --engine interpret
// expect: total(1) = 61812 +- 1e-9
// expect: three(1) = 3087 +- 1e-9
// expect: last(1) = 2323 +- 1e-9
model FourSubscripts
  function fill
    input Real x;
    input Integer at[4];
    output Real total = 0;
    output Real three = 0;
    output Real last;
  protected
    Real a[2, 3, 2, 3];
    Real b[2, 3, 2];
  algorithm
    for i in 1:2 loop
      for j in 1:3 loop
        for k in 1:2 loop
          b[i, j, k] := x*(100*i + 10*j + k);
          for l in 1:3 loop
            a[i, j, k, l] := x*(1000*i + 100*j + 10*k + l);
          end for;
        end for;
      end for;
    end for;
    for i in 1:2 loop
      for j in 1:3 loop
        for k in 1:2 loop
          three := three + b[i, j, k]*1.5;
          for l in 1:3 loop
            total := total + a[3 - i, 4 - j, 3 - k, 4 - l];
          end for;
        end for;
      end for;
    end for;
    last := a[at[1], at[2], at[3], at[4]];
  end fill;
  Real total, three, last;
equation
  (total, three, last) = fill(time, {2, 3, 2, 2 + integer(time)});
end FourSubscripts;
