// A part of a function's result that follows from constant arguments alone is a constant, whichever branch is taken: a capacitance of
// zero leaves no state, and y = t.
// expect: states = {}
// expect: y(end) = 1 +- 1e-9
// expect: r.x(0.25) = 0.125 +- 1e-9
model PartsThatAreConstant
  record Data
    Real k;
    Integer n;
  end Data;
  record Result
    Real c;
    Real x;
  end Result;
  function f
    input Data data;
    input Real x;
    output Result r;
  algorithm
    if x > 0.5 then
      r := Result(data.k, x);
    else
      r := Result(data.k, 0.125);
    end if;
    annotation(Inline = false);
  end f;
  constant Data data = Data(0, 2);
  Result r = f(data, time);
  Real y;
equation
  r.c*der(y) = time - y;
end PartsThatAreConstant;
