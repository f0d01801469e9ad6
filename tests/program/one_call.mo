// A call with two results is one call (12.4.3), also where its results are used in other routines' equations.
// count in outputs: 1 call
model OneCall
  function f
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u;
    for k in 1:integer(u + 2) loop
      a := a*u + k;
    end for;
    b := a + u;
  end f;
  Real x(start = 1, fixed = true), y, z, w;
equation
  der(x) = -x;
  (y, z) = f(x);
  w = y*z;
end OneCall;
