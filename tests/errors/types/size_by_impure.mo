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
  parameter Real a[n] = fill(1, n);  // warning[E0305]@20: 'n' is needed at compile time, but the function 'M.count' is impure (12.3): it is called now
  parameter Integer m[2] = {count(), 1};
  parameter Real b[:] = row(m[1]);  // warning[E0305]: 'row(m[1])' is needed at compile time, but the function 'M.count' is impure (12.3)
  Real y = sum(a) + sum(b);
end M;
