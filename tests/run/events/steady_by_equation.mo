// A variable that an equation sets to an expression of parameters does not vary: the relation is one
// on time and its instant known (specification 3.8.4), whether the equation stands in the declaration
// or not. The event is where it is without search.
// expect: event 1 = 0.35
// expect: events = 1
// expect: y = 2
model SteadyByEquation
  parameter Real p = 0.7;
  Real w;
  Integer y = if time < w then 1 else 2;
equation
  w = p/2;
  annotation(experiment(StopTime = 1));
end SteadyByEquation;
