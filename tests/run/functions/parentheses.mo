// 10.5 and A.2.7: subscripts and members of what stands in parentheses; functions as arguments; a type that a choice has.
//
// expect: a(end) = 2 +- 1e-9
// expect: b(end) = 3 +- 1e-9
// expect: c(end) = 4 +- 1e-9
// expect: d(end) = 5 +- 1e-9
// expect: e = 6
// expect: g(end) = 7 +- 1e-9
// expect: h = 3
model Parentheses
  record R
    Real x;
    Real y[2];
  end R;
  function f
    input Real x;
    output R r = R(x, {2*x, 3*x});
  algorithm
  end f;
  partial function Map
    input Real x;
    output Real y;
  end Map;
  function scale
    extends Map;
    input Real k;
  algorithm
    y := k*x;
  end scale;
  function apply
    input Map m;
    input Real x;
    output Real y = m(x = x) + m(x);
  algorithm
  end apply;
  parameter Integer n = if (({1, 2})[2]) > 1 then 3 else 4;
  Real a = ({time, 2*time, 3*time})[2];
  Real b = ((f(time)).y)[2];
  Real c = (f(2*time)).x + ((f(time)).y)[1];
  Real d = ((f(time)).y)[1] + (if (n) > 2 then ([1, 2; 3, 4])[2, 1]*time else 0);
  Integer e = ({i*n for i in 1:2})[2];
  Real g = apply(function scale(k = 3.5), time);
  Integer h = (n);
end Parentheses;
