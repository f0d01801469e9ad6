// The past of a signal would end with its mode.
// simulate: --stop-time 1
// error[E0004]@0: the structure of the model changes while it runs: delay() or spatialDistribution() is not supported then
model DelayInAMode
  Boolean b(start = true, fixed = true) annotation(__Tarn(structural = true));
  Real x = delay(time, 0.1);
equation
  when time > 0.5 then
    b = false;
  end when;
end DelayInAMode;
