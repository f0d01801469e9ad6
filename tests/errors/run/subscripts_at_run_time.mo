// The same while the model runs: the index is the whole part of time, and there are two elements.
// simulate: --stop-time 5
model SubscriptsAtRunTime
  function pick
    input Integer n;
    output Real y;
  protected
    Real v[2] = {1, 2};
  algorithm
    y := v[n];
  end pick;
  discrete Real y(start = 1);
equation
  when sample(1, 1) then
    y = pick(integer(time + 0.5));  // error[E0703]: the equations cannot be solved at the event at time 3
  end when;
end SubscriptsAtRunTime;
