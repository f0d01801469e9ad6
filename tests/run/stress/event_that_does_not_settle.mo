// b = not pre(b) never settles: the message names it.
// expect: status = 3
// expect: error does not settle
// expect: error 'b'
model EventThatDoesNotSettle
  Boolean b(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  b = if x > 0.5 then not pre(b) else pre(b);
  annotation(experiment(StopTime = 1));
end EventThatDoesNotSettle;
