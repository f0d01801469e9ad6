// An array is made for a call, and given back behind the statement; the call goes to the branch that
// reads its result, where another array is in its place: it must not go behind the end of the first.
// Reference: g is x[1]*x[2] + x[3], since sin^2 + cos^2 is 1; by hand.
// expect: y(0.5) = 8.5 +- 1e-9
// expect: y(2.0) = 87 +- 1e-9
model ArrayOfACallThatSinks
  function g
    input Real x[3];
    output Real y;
  algorithm
    y := x[1]*x[2] + x[3];
    y := y*(sin(x[1] + 1)^2 + cos(x[1] + 1)^2);
    y := y*(sin(x[1] + 2)^2 + cos(x[1] + 2)^2);
    y := y*(sin(x[1] + 3)^2 + cos(x[1] + 3)^2);
    y := y*(sin(x[1] + 4)^2 + cos(x[1] + 4)^2);
    y := y*(sin(x[1] + 5)^2 + cos(x[1] + 5)^2);
    y := y*(sin(x[1] + 6)^2 + cos(x[1] + 6)^2);
    y := y*(sin(x[1] + 7)^2 + cos(x[1] + 7)^2);
    y := y*(sin(x[1] + 8)^2 + cos(x[1] + 8)^2);
    y := y*(sin(x[1] + 9)^2 + cos(x[1] + 9)^2);
    y := y*(sin(x[1] + 10)^2 + cos(x[1] + 10)^2);
    y := y*(sin(x[1] + 11)^2 + cos(x[1] + 11)^2);
    y := y*(sin(x[1] + 12)^2 + cos(x[1] + 12)^2);
    y := y*(sin(x[1] + 13)^2 + cos(x[1] + 13)^2);
    y := y*(sin(x[1] + 14)^2 + cos(x[1] + 14)^2);
    y := y*(sin(x[1] + 15)^2 + cos(x[1] + 15)^2);
    annotation(Inline = false);
  end g;
  function f
    input Real u;
    input Real v;
    output Real y;
  protected
    Real r;
  algorithm
    r := g({u, v*u, v});
    y := sum({u, v, 3, 4});
    if u*v > 3 then
      y := y + r*sum({u, v});
    end if;
    annotation(Inline = false);
  end f;
  Real y = f(time, if time > 1 then 3 else 1);
  annotation(experiment(StopTime = 2));
end ArrayOfACallThatSinks;
