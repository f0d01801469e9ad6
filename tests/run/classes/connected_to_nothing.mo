// A connection to a component whose condition is false is removed; its other end need not even be an element that exists
// in this variant (specification 4.4.5).
// expect: y(1) = 1
model ConnectedToNothing
  connector In = input Real;
  connector Out = output Real;
  model Sum
    parameter Integer n;
    In u[n];
    Real y = sum(u);
  end Sum;
  model Constant
    parameter Real k;
    Out y = k;
  end Constant;
  parameter Boolean two = false;
  Sum s(n = if two then 2 else 1);
  Constant one(k = 1);
  Constant other(k = 2) if two;
  Real y = s.y;
equation
  connect(one.y, s.u[1]);
  connect(s.u[2], other.y);
end ConnectedToNothing;
