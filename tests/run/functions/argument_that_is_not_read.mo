// A variable without a value may be handed to a function that does not look at it: the value of the
// result does not depend on it.
model ArgumentThatIsNotRead
  function f
    input Real guess;
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
    annotation(Inline = false);
  end f;
  function g
    input Real x;
    output Real y;
  algorithm
    y := f(y, x);
    annotation(Inline = false);
  end g;
  Real y = g(time);
  // expect: y(1.0) = 2 +- 1e-12
end ArgumentThatIsNotRead;
