// Equations of when-clauses are part of the event, never of the derivatives.
// count in derivatives: 0 whole
// count in event: 1 whole
// count in event: 1 <- + 
model DiscreteAtEvents
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  when x < 0.5 then
    n = pre(n) + 1;
  end when;
end DiscreteAtEvents;
