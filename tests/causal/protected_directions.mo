// A protected parameter cannot be set from outside (7.2.2), so that one that follows from constants and from what is evaluated
// at once (18.3) is a number: with the direction e = {0, 1} neither equation needs the unknown of the other.
// expect: loops = {}
// expect: blocks = {a.y} {a.x}
model ProtectedDirections
  function normalized
    input Real v[:];
    output Real e[size(v, 1)];
  algorithm
    assert(v*v > 0, "a direction has a length");
    e := v/sqrt(v*v);
  end normalized;
  model Joint
    parameter Real n[2] = {0, 2} annotation(Evaluate = true);
    Real x, y;
  protected
    parameter Real e[2] = normalized(n);
  equation
    e[1]*y + e[2]*x = time + y;
    e[2]*y + e[1]*x = 2;
  end Joint;
  Joint a;
end ProtectedDirections;
