// The polynomial through the last solutions of a loop overshoots behind a corner; from where it was
// the loop is solved, also where it feeds no state. The points behind 5 s were left out.
// Reference: y = 0.9*exp(5*(time - 5.02)) before 5.02 s, -0.018 from there on.
// simulate: --max-step 10
// simulate: --max-step 0.5
// expect: y(4.9) = 0.493930472 +- 1e-6
// expect: y(5.1) = -0.018 +- 1e-12
// expect: y(8.05) = -0.018 +- 1e-12
model CornerOfAnOutput
  Real x(start = 0, fixed = true), y(min = 0), z, u;
equation
  der(x) = 1;
  y = if noEvent(x > 100) then x/(z + u) elseif noEvent(x < 5.02) then 0.9*exp(5*(x - 5.02)) else -0.018;
  z = if noEvent(x > 100) then x/y else 1;
  u = if noEvent(x > 100) then x*y else 1;
  annotation(experiment(StopTime = 10, Interval = 0.1));
end CornerOfAnOutput;
