// Three rows of two elements are not two rows of three, although both have six.
model M
  function f
    input Real b[:, :];
    input Integer n, m;
    output Real a[n + 1, m + 1];
  algorithm
    a := zeros(n + 1, m + 1);
    a[1:n, 1:m] := b; // note[E0314]: it happened here
  end f;
  constant Real a[3, 4] = f({{1, 2}, {3, 4}, {5, 6}}, 2, 3); // error[E0314]: 'f({{1, 2}, {3, 4}, {5, 6}}, 2, 3)' cannot be evaluated at compile time: the sizes of the two sides of the assignment differ
end M;
