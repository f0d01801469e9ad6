// (a, b) = f(x) is one equation of each result, and the call is one (12.4.3).
// count in equations: 2 f(x)
// count in variables: 3 continuous
model CallsWithSeveralResults
  function f
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u;
    for k in 1:3 loop
      a := a*u + k;
    end for;
    b := sin(a);
  end f;
  Real x = time, y, z;
equation
  (y, z) = f(x);
end CallsWithSeveralResults;
