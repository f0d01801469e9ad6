// Operators of chapter 3.7 in the body of a function that is called, not written out: homotopy is its first argument,
// semiLinear(x, a, b) is a x for x >= 0 and b x otherwise, smooth and noEvent are what they contain (3.7.2.4, 3.7.2.5, 3.7.4).
//
// expect: late[1](0.25) = -1.5 +- 1e-9
// expect: late[1](1) = 2 +- 1e-9
// expect: late[2](1) = 5 +- 1e-9
// expect: late[3](1) = 1 +- 1e-9
// expect: late[4](1) = 23
// expect: late[5](1) = 6
// expect: late[6](1) = 3
// expect: late[7](1) = 7
// expect: late[8](1) = 0.25 +- 1e-9
// expect: late[9](1) = 11
// expect: early[1] = 2
// expect: early[4] = 23
// expect: early[9] = 11
model OperatorsInFunctions
  record Pair
    Real a;
    Integer b;
  end Pair;
  function note
    input Real x;
    output Real y = x;
    output Real z = 2*x;
  algorithm
  end note;
  function values
    input Real x;
    input Real M[:, :];
    input Integer k;
    output Real y[9];
  protected
    Pair p;
    Pair q[2];
    Integer n[2] = size(M);
    Real v[1] = vector(x), w[1, 1] = matrix(x);
    String s = String(k);
  algorithm
    note(x);
    y[1] := semiLinear(2*x - 1, 2, 3);
    y[2] := homotopy(4 + x, 1);
    y[3] := smooth(1, if x > 0.5 then x else 0.5);
    y[4] := 10*n[1] + n[2];
    y[5] := scalar(fill(3, 1)) + (if s == "3" then 3 else 0);
    p := noEvent(if x > 0.5 then Pair(1, 2) else Pair(3, 4));
    y[6] := p.a + p.b;
    q := {Pair(i, 2*i) for i in 1:2};
    q[k - 1].a := 5;
    y[7] := q[2].a + q[1].b;
    y[8] := (2*v[1])^(-2*w[1, 1]);
    y[9] := sum(M[i, 1] for i in 1:size(M, 1)) + sum({1, 0, 2}*{i*v for i in 1:k});
    annotation(Inline = false);
  end values;
  final parameter Real early[9] = values(1, [1, 0, 0; 3, 0, 0], 3);
  Real late[9] = values(time, [1, 0, 0; 3, 0, 0], 3);
end OperatorsInFunctions;
