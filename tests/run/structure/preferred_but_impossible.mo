// A preferred variable that cannot be a state stays what it is: `a` would need the derivative of a
// function without one, `b` follows from time alone, and `x` is a state as before.
// The numbers: x = exp(-t), a = 2 exp(-t), b = t^2.
model PreferredButImpossible
  function twice
    input Real u;
    output Real y;
    external "C" y = ldexp(u, 1) annotation(Include = "#include <math.h>");
  end twice;
  Real x(start = 1, fixed = true);
  Real a(stateSelect = StateSelect.prefer);
  Real b(stateSelect = StateSelect.prefer);
equation
  der(x) = -x;
  a = twice(x);
  b = time^2;
end PreferredButImpossible;
// expect: states = {x}
// expect: x(1.0) = 0.36787944117 +- 1e-5
// expect: a(1.0) = 0.73575888234 +- 1e-5
// expect: b(1.0) = 1 +- 1e-12
