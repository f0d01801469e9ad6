// A ball with a state of rest: its events accumulate as those of one without, and it stays on the ground.
// reference: infinitely many bounces before sqrt(2/g)*(1 + e)/(1 - e) = 2.5586 s; then nothing moves
// simulate: --stop-time 5
// expect: h(5) = 0 +- 1e-6
// expect: v(5) = 0
// expect: flying(5) = 0
model ComesToRest
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  Boolean impact = h <= 0;
  discrete Real v_new(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = if flying then -9.81 else 0;
  when {h <= 0 and v <= 0, impact} then
    v_new = if edge(impact) then -e*pre(v) else 0;
    flying = v_new > 0;
    reinit(v, v_new);
  end when;
end ComesToRest;
