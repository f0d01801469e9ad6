// A ball that loses nearly everything at each impact: the impacts accumulate at a finite time
// (sqrt(2/g) (1 + 2 e/(1 - e)) = 0.6771 s), after which it falls through the floor of a model that
// says nothing else. Before the first impact h = 1 - g t^2/2. The number of events is bounded; the run does not hang.
// expect: h(0.4) = 0.2152 +- 1e-5
model ChatteringByReinit
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.2*pre(v));
  end when;
  annotation(experiment(StopTime = 1));
end ChatteringByReinit;
