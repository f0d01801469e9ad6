// A variable that is declared equal to an expression of parameters never changes: a comparison of
// time with it is a time event, at the very instant. Reference: by hand.
// simulate: --stop-time 2
// expect: event 1 = 1.5 +- 1e-15
// expect: y(1.4) = 1 +- 0
// expect: y(1.6) = 0 +- 0
model InstantOfASteadyVariable
  parameter Real p = 0.25;
  Real width = 2*p;
  Real y = if time < 1 + width then 1 else 0;
end InstantOfASteadyVariable;
