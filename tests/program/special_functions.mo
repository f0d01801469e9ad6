// A function gets what varies alone: constants, branches that they decide and results that nobody
// reads are worked out beforehand, and the functions that it calls are part of it. Two devices with
// the same data share a function; the arrays that arguments were put together in are gone.
// count in derivatives: 2 call SpecialFunctions.device w
// count in derivatives: 0 array
// count in derivatives: 0 1e-14
// count: 0 sqrt
// count: 0 call SpecialFunctions.junction
model SpecialFunctions
  record Data
    Real is, vt, breakdown;
    Boolean breaks;
  end Data;
  function junction
    input Real v;
    input Data d;
    output Real i;
    output Real charge;
  algorithm
    i := if d.breaks then -sqrt(abs(v - d.breakdown)) else d.is*(exp(v/d.vt) - 1);
    charge := sqrt(abs(v)*d.is);
  end junction;
  function device
    input Real v[2];
    input Data d;
    output Real i;
    output Real charge;
  algorithm
    (i, charge) := junction(v[1] - v[2], d);
    annotation(Inline = false);
  end device;
  constant Data d = Data(1e-14, 0.025, -5, false);
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = -device({x, y}, d);
  der(y) = -device({y, 0.5*x}, d);
end SpecialFunctions;
