// A function whose data are constants fails where its assertion does, although the result that it
// is about is read by nobody: x reaches the limit 0.5 at time 0.5.
// simulate: --stop-time 1 --intervals 100
model ResultThatNobodyReads
  function checked
    input Real u;
    input Real limit;
    output Real y;
    output Real rest;
  algorithm
    y := limit;
    rest := limit - u;
    assert(rest > 0, "beyond the limit");
    annotation(Inline = false);
  end checked;
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = checked(x, 0.5);
end ResultThatNobodyReads;
// expect: status = 3
// expect: error beyond the limit
// expect: y(0.25) = 0.5
