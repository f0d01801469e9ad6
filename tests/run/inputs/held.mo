// With --hold the same table makes steps: u is 0, from 1 on 3, from 2 on 0. Steps may be inlined with
// several stages, because nothing changes during one.
// simulate: --inputs tests/run/inputs/table.csv --hold
// simulate: --inputs tests/run/inputs/table.csv --hold --inline radau5
// expect: u(0.99) = 0
// expect: u(1-) = 0
// expect: u(1) = 3
// expect: x(1) = 0 +- 1e-12
// expect: x(end) = 3 +- 1e-9
// expect: w[2](1.9) = 5
// expect: w[2](end) = 6
// expect: events = 3
model Held
  input Real u, w[2];
  input Boolean b;
  Real x(start = 0, fixed = true);
equation
  der(x) = if b then u else u*w[1]/2;
  annotation(experiment(StopTime = 2));
end Held;
