// 10.1 and 12.4: sizes and defaults that lead back to themselves.
model RingsOfSizes
  parameter Real v[:] = w; // error[E0237]@18: the size of 'v' depends on itself
  parameter Real w[:] = cat(1, v, {1});
  record R
    parameter Real a[:]; // error[E0237]@20: the type of 'a' depends on itself
    parameter Real b[:] = a;
  end R;
  parameter R r(a = r.b);
  parameter Integer k = size(z, 1);
  parameter Real z[k]; // error[E0237]@18: the size of 'z' depends on itself
  function f input Real x = y; input Real y = x; output Real z = x; algorithm end f; // error[E0306]@25: the value of 'x' in the call of 'RingsOfSizes.f' depends on itself
  Real q = f();
end RingsOfSizes;
