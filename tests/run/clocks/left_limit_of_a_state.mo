// At the tick at 1 the state is 1; reinit() sets it afterwards. Reference: by hand.
// simulate: --stop-time 2.5
// expect: seen(1.5) = 1 +- 1e-9
// expect: seen(2.2) = 11 +- 1e-6
model LeftLimitOfAState
  Real x(start = 0, fixed = true);
  Real xs(start = 0) = sample(x, Clock(1, 1));
  Real seen = hold(xs);
equation
  der(x) = 1;
  when time >= 1 then
    reinit(x, 10);
  end when;
end LeftLimitOfAState;
