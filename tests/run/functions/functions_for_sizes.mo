// 12.4 and 4.4.4: functions that call functions, and take what they need from defaults with choices, slices and matrices, at compile time.
// expect: n = 7
// expect: b(end) = 2 +- 1e-9
model FunctionsForSizes
  function half
    input Integer n;
    output Integer m = div(n, 2);
  algorithm
  end half;
  function count
    input Integer n;
    output Integer k = half(n);
  protected
    Real t = if n > 2 then 1 else 2, u[2] = ({t, 2*t, 3})[1:2], w[1, 2] = [t, t];
  algorithm
    if half(n) > 2 then
      k := k + half(n) + 1;
    end if;
  end count;
  final parameter Integer q = count(6);
  Real a[q] = fill(time, q);
  Integer n = size(a, 1);
  Real b = if count(4) > 2 then time else 2*time;
end FunctionsForSizes;
