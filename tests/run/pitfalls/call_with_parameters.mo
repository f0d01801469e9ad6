// f depends on parameters only: its result is computed with them, b each time.
// expect: b[2](1.0) = 6 +- 1e-12
model CallWithParameters
  function f
    input Real p;
    output Real a[3, 3];
  algorithm
    for i in 1:3 loop
      for j in 1:3 loop
        a[i, j] := p*(i + j);
      end for;
    end for;
  end f;
  parameter Real p = 0.5;
  Real a[3, 3] = f(p), v[3] = {time, time, time}, b[3] = a*v;
end CallWithParameters;
