// Time does not jump: pre(time) in a when-clause is the instant of the event, 0.5 and 1.5.
// simulate: --stop-time 2
// expect: since(1) = 0.5 +- 1e-9
// expect: since(2) = 1.5 +- 1e-9
model TimeBeforeTheEvent
  discrete Real since(start = 0, fixed = true);
equation
  when {time > 0.5, time > 1.5} then
    since = pre(time);
  end when;
end TimeBeforeTheEvent;
