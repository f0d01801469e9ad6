// Arrays of functions whose elements are named by numbers alone: set in branches, read before they
// are set (protected elements begin as zero), of Integers and Booleans, by several results at once,
// twice in a row, and in a derivative. The numbers are those of the formulas at x = 0.5, 2 and 3.
// expect: y(0.5) = 0.0625 +- 1e-12
// expect: y(2.0) = 144 +- 1e-9
// expect: z(2.0) = 7 +- 1e-12
// expect: w(3.0) = 31 +- 1e-6
model ScatteredArrays
  function both
    input Real x;
    output Real a;
    output Real b;
  algorithm
    a := 2*x;
    b := x + 1;
    annotation(Inline = false);
  end both;
  function powers
    input Real x;
    output Real y;
    output Real z;
  protected
    Real o[4], p[2, 2];
    Integer n[2];
    Boolean is_large[1];
  algorithm
    o[1] := x*x;
    o[2] := o[1]*o[1];
    n[1] := 3;
    n[2] := n[1] + 1;
    n[2] := n[2];
    p[1, 2] := o[2]*x;
    p[2, 1] := p[1, 2]*n[2];
    is_large[1] := x > 1;
    if is_large[1] then
      o[3] := p[2, 1];
    end if;
    y := o[2] + o[3] + o[4] + p[2, 2];
    (o[4], p[2, 2]) := both(x);
    z := o[4] + p[2, 2];
    annotation(Inline = false);
  end powers;
  function cube
    input Real x;
    output Real y;
  protected
    Real o[2];
  algorithm
    o[1] := x*x;
    o[2] := o[1]*x;
    o[1] := o[2] + o[1];
    y := o[1] - x;
    annotation(Inline = false);
  end cube;
  Real y, z, u = cube(time), w;
equation
  (y, z) = powers(time);
  w = der(u) - 1 + 0*y;
  annotation(experiment(StopTime = 3, Interval = 0.5));
end ScatteredArrays;
