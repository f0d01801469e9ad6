// An array of a function whose elements are named by numbers alone becomes words; one that is named
// by a variable, or as a whole, stays.
// count: 2 array new
// count: 1 store
model ScatteredArrays
  function powers
    input Real x;
    output Real y;
  protected
    Real o[4], p[2, 2];
    Integer n[2];
  algorithm
    o[1] := x*x;
    o[2] := o[1]*o[1];
    n[1] := 3;
    n[2] := n[1] + 1;
    p[1, 2] := o[2]*x;
    p[2, 1] := p[1, 2]*n[2];
    if x > 1 then
      o[3] := p[2, 1];
    end if;
    y := o[2] + o[3] + o[4] + p[2, 2];
    annotation(Inline = false);
  end powers;
  function whole
    input Real x;
    output Real y;
  protected
    Real o[3], p[3];
  algorithm
    for i in 1:3 loop
      o[i] := x^i;
    end for;
    p := 2*o;
    y := p[1] + p[2] + p[3];
    annotation(Inline = false);
  end whole;
  Real a(start = 0, fixed = true);
equation
  der(a) = powers(time) + whole(time);
end ScatteredArrays;
