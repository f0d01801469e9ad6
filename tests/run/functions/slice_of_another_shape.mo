// Three rows of two elements are not two rows of three, although both have six.
//
// expect: status = 3
// expect: error the sizes of the two sides of the assignment to 'a' differ
model SliceOfAnotherShape
  function f
    input Real b[:, :];
    input Integer n, m;
    output Real a[n + 1, m + 1];
  algorithm
    a := zeros(n + 1, m + 1);
    a[1:n, 1:m] := b;
  end f;
  Real a[3, 4] = f({{1, 2}, {3, 4}, {5, 6 + time}}, 2, 3);
end SliceOfAnotherShape;
