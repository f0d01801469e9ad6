// check: --strict
// A size that an impure function finds is found once, at compile time (12.3): a warning, and an error
// with --strict. The parameter keeps that value.
model M
  impure function count
    output Integer n;
  algorithm
    n := 3;
  end count;
  impure function row
    input Integer n;
    output Real x[n];
  algorithm
    x := fill(2, n);
  end row;
  final parameter Integer n = count();
  parameter Real a[n] = fill(1, n);  // error[E0305]@20: 'n' cannot be evaluated at compile time: 'M.count' is impure and has no value at compile time
  parameter Integer m[2] = {count(), 1};
  parameter Real b[:] = row(m[1]);  // error[E0236]: the size of dimension 1 of 'b' is unknown
  Real y = sum(a) + sum(b);
end M;
