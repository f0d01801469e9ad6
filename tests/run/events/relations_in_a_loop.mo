// Every iteration of a loop has its own relation: three time events, none missed.
// The numbers: y steps at the instants of the table.
model RelationsInALoop
  parameter Real t[3] = {1, 2.5, 4};
  parameter Integer x[3] = {5, 6, 7};
  final parameter Integer n = size(x, 1);
  Integer y;
algorithm
  y := 0;
  for i in 1:n loop
    if time >= t[i] then
      y := x[i];
    end if;
  end for;
  annotation(experiment(StopTime = 5, Interval = 2));
end RelationsInALoop;
// expect: events = 3
// expect: event 2 = 2.5 +- 1e-12
// expect: y(0.5) = 0
// expect: y(2.4) = 5
// expect: y(2.6) = 6
// expect: y(4.0) = 7
