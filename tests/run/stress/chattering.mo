// x reaches the sliding surface x = 0 at time 1 and would switch for ever: the run stops there
// and names the relation.
// expect: status = 3
// expect: error 'x > 0.0'
// expect: error chattering.mo:10:3
// expect: x(end) = 0 +- 1e-6
model Chattering
  Real x(start = 1, fixed = true);
equation
  der(x) = (if x > 0 then -1 else 1);
  annotation(experiment(StopTime = 2));
end Chattering;
