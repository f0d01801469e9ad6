// What a function computes of constant arguments alone, in front of its branches, is computed once:
// a function without arguments for each set of data, and one for what is left.
// count: 2 function ConstantParts.curve: 0 in, 1 out,
// count: 1 function ConstantParts.curve: 4 in, 1 out,
// count in derivatives: 4 call ConstantParts.curve w
// count in derivatives: 0 array
model ConstantParts
  function curve
    input Real x;
    input Real at[3];
    input Real value[3];
    output Real y;
  protected
    Real c[3] = coefficients(at, value);
  algorithm
    y := if x < 0 then c[1] else c[1] + x*(c[2] + x*c[3]);
    annotation(Inline = false);
  end curve;
  function coefficients "of the parabola through three points, by divided differences"
    input Real at[3];
    input Real value[3];
    output Real c[3];
  protected
    Real d[3] = value;
  algorithm
    for k in 2:3 loop
      for i in 3:-1:k loop
        d[i] := (d[i] - d[i - 1])/(at[i] - at[i + 1 - k]);
      end for;
    end for;
    c := {d[1] - d[2]*at[1] + d[3]*at[1]*at[2], d[2] - d[3]*(at[1] + at[2]), d[3]};
    annotation(Inline = false);
  end coefficients;
  Real a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  der(a) = curve(a + time, {0, 1, 2}, {1, 2, 5});
  der(b) = curve(b + time, {0, 1, 3}, {1, 2, 5});
end ConstantParts;
