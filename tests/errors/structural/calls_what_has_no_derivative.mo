// 12.7: why a function cannot be differentiated.
model CallsWhatHasNoDerivative
  function wild
    input Real x;
    output Real y;
  external "C" y = atan(x) annotation(Include = "#include <math.h>");
  end wild;
  function calls
    input Real x;
    output Real y;
  protected
    Real t;
  algorithm
    t := wild(x);
    y := t + x;
    annotation(Inline = false);
  end calls;
  Real a, b;
equation
  a = calls(time); // error[E0503]@3: this equation constrains states and must be differentiated, but 'CallsWhatHasNoDerivative.calls(time)' has no derivative: it calls 'CallsWhatHasNoDerivative.wild', and it is external and has no derivative annotation
  b = der(a);
end CallsWhatHasNoDerivative;
