// The condition around terminate() makes an event; the run ends there, and says so once.
// expect: x(end) = 0.5 +- 1e-8
// expect: event 1 = 0.5 +- 1e-8
// expect: events = 1
// expect: warning enough
model TerminateOnce
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  if x < 0.5 then
    terminate("enough");
  end if;
  annotation(experiment(StopTime = 1));
end TerminateOnce;
