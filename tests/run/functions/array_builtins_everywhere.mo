// Operators and functions of arrays (10.3, 10.6 of the specification), at compile time for a final parameter and at
// run time for an argument that varies: both must give the numbers of the definitions, worked out by hand for
// a = {1, 2, 3}, M = {{1, 2}, {3, 4}} when s = 1. Each value is a weighted sum that no exchange of elements leaves alone.
//
// simulate: --stop-time 1 --intervals 1
// simulate: --stop-time 1 --intervals 1 --engine interpret
// expect: early[1] = 14
// expect: late[1](1) = 14
// expect: early[2] = 54
// expect: late[2](1) = 54
// expect: early[3] = 199
// expect: late[3](1) = 199
// expect: early[4] = 30
// expect: late[4](1) = 30
// expect: early[5] = 34
// expect: late[5](1) = 34
// expect: early[6] = 25
// expect: late[6](1) = 25
// expect: early[7] = 6
// expect: late[7](1) = 6
// expect: early[8] = 40
// expect: late[8](1) = 40
// expect: early[9] = 7
// expect: late[9](1) = 7
// expect: early[10] = 32
// expect: late[10](1) = 32
// expect: early[11] = 6
// expect: late[11](1) = 6
// expect: early[12] = 27
// expect: late[12](1) = 27
model ArrayBuiltinsEverywhere
  function weigh "1*first + 2*second + ..."
    input Real v[:];
    output Real y = 0;
  algorithm
    for i in 1:size(v, 1) loop
      y := y + i*v[i];
    end for;
  end weigh;
  function rows "the elements row by row"
    input Real A[:, :];
    output Real v[size(A, 1)*size(A, 2)];
  algorithm
    for i in 1:size(A, 1) loop
      for j in 1:size(A, 2) loop
        v[(i - 1)*size(A, 2) + j] := A[i, j];
      end for;
    end for;
  end rows;
  function values
    input Real s;
    output Real y[12];
  protected
    Real a[3] = s*{1, 2, 3}, b[3], M[2, 2] = s*{{1, 2}, {3, 4}}, P[2, 2], S[3, 3], x, z[2], w[1, 1];
    Integer n[2];
  algorithm
    b := cross(a, {3, 1, 1}*s); // {2*1 - 3*1, 3*3 - 1*1, 1*1 - 2*3} = {-1, 8, -5}
    y[1] := weigh(b) + 14; // -1 + 16 - 15 = 0
    P := M*M; // {{7, 10}, {15, 22}}
    y[2] := P[1, 1] + P[1, 2] + P[2, 1] + P[2, 2]; // 54
    P := M^3; // {{37, 54}, {81, 118}}
    y[3] := P[2, 1] + P[2, 2]; // 199
    y[4] := weigh(rows(transpose(M))) + 1; // 1 + 2*3 + 3*2 + 4*4 = 29
    S := symmetric({{1, 2, 3}, {0, 4, 5}, {0, 0, 6}}*s); // first row 1 2 3, second 2 4 5, third 3 5 6
    y[5] := S[3, 1] + S[3, 2]*S[2, 1] + S[2, 3]*S[2, 2] + s; // 3 + 10 + 20 + 1
    S := outerProduct(a, {1, 0, 2}*s);
    y[6] := weigh(S[:, 3]) - 3*s; // 1*2 + 2*4 + 3*6 = 28
    S := skew(a); // second row 3 0 -1
    y[7] := weigh(S[2, :]) + 6*s; // 3 + 0 - 3 = 0
    S := diagonal(a) + identity(3); // 2, 3, 4 on the diagonal
    y[8] := weigh({S[1, 1], S[2, 2], S[3, 3]}) + 20*s; // 2 + 6 + 12 = 20
    n := size(M);
    y[9] := n[1] + 2*n[2] + ndims(M) - s; // 2 + 4 + 2 - 1
    b := linspace(s, 3*s, 3); // 1 2 3
    z := vector({{3*s}, {s}});
    y[10] := weigh(b) + weigh(z) + 13; // 14 + 5 + 13
    w := matrix(s);
    x := scalar({{2*s}});
    y[11] := w[1, 1] + x + sum(fill(s, 2)) + product({s, 1}); // 1 + 2 + 2 + 1
    y[12] := max(M) + min(a) + weigh(cat(1, a, {s})) + {1, 2}*z - 1; // 4 + 1 + 18 + 5 - 1
  end values;
  final parameter Real early[12] = values(1);
  Real late[12] = values(time);
end ArrayBuiltinsEverywhere;
