// A parabola through three points that are constants, at points that move and at one that does not:
// its coefficients are computed once, for each set of points. Reference: x^2 + 1 and -x^2 + 2*x + 3
// themselves, and the integral of the first.
// expect: a(end) = 12 +- 1e-6
// expect: b(2.0) = 3 +- 1e-12
// expect: b(3.0) = 0 +- 1e-12
// expect: c(2.0) = 10 +- 1e-12
// expect: c(3.0) = 5 +- 1e-12
// expect: d = 5 +- 1e-12
// expect: x(2.0) = 1.414213562373095 +- 1e-9
model ConstantParts
  function curve
    input Real x;
    input Real at[3];
    input Real value[3];
    output Real y;
  protected
    Real c[3] = coefficients(at, value), low = min(at), kept[3] = c;
  algorithm
    kept[1] := kept[1] + 1; // what is kept for the next call stays as it was
    y := if x < low then c[1] else kept[1] - 1 + x*(c[2] + x*c[3]);
    annotation(Inline = false);
  end curve;
  function coefficients
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
  parameter Real second[3] = {4, 3, 0};
  Real a(start = 0, fixed = true), b, c, d, x(start = 1);
equation
  der(a) = curve(time, {0, 1, 2}, {1, 2, 5});
  b = curve(time, {1, 2, 3}, {4, 3, 0});
  c = curve(5 - time, {0, 1, 2}, {1, 2, 5});
  d = curve(2, {0, 1, 2}, {1, 2, 5}) + 0*second[1]*time;
  curve(x, {0, 1, 2}, {1, 2, 5}) = 1 + time;
  annotation(experiment(StopTime = 3, Interval = 0.5));
end ConstantParts;
