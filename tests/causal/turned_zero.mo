// A function that is kept for the sake of its derivative: what it makes of zeros is settled before the run begins, and so
// is the derivative of that.
function turned "in turned axes"
  input Real T[2, 2], v[2];
  output Real r[2] = T*v;
  annotation(InlineAfterIndexReduction = true, derivative(noDerivative = T) = turned_der);
end turned;

function turned_der "of what does not turn"
  input Real T[2, 2], v[2], v_der[2];
  output Real r_der[2] = T*v_der;
end turned_der;

model TurnedZero
  Real c, s, first[2], second[2], speed[2];
equation
  c = cos(time);
  s = sin(time);
  second = turned({{c, s}, {-s, c}}, first);
  first = {0, 0};
  speed = der(second);
  // expect: blocks = {c} {s}
  // expect: states = {}
end TurnedZero;
