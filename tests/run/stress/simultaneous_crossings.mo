// A thousand relations on a state cross at the same instant, x = 1/2 at time 1/2.
// simulate: --intervals 4
// expect: events = 1
// expect: event 1 = 0.5 +- 1e-6
// expect: total(end) = 1000
model SimultaneousCrossings
  parameter Integer n = 1000;
  Real x(start = 0, fixed = true);
  Boolean b[n];
  Integer total = sum(if b[i] then 1 else 0 for i in 1:n);
equation
  der(x) = 1;
  for i in 1:n loop
    b[i] = x*i > 0.5*i;
  end for;
  annotation(experiment(StopTime = 1));
end SimultaneousCrossings;
