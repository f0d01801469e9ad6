// reinit(x, e) is an action of the event that changes a state, no equation (8.3.6).
// count in equations: 0 reinit
// count in events: 1 reinit v := -0.7*
// line: derivative der(v)
model ReinitOfAState
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.7*pre(v));
  end when;
end ReinitOfAState;
