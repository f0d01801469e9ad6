// A function that is zero but for rounding, of which nobody sees the terms: its signs alternate from
// one number to the next, and that is no event. Functions of the same size that jump or cross make
// theirs: at sin(t) = 0 for small_wave, at 0.5 and 1.5 for small_jump.
// simulate: --method cvode
// simulate: --method radau5
// simulate: --engine interpret
// expect: event 1 = 0.5 +- 1e-6
// expect: event 2 = 1.5 +- 1e-6
// expect: event 3 = 3.14159265359 +- 1e-6
// expect: events = 3
// expect: jumps(end) = 2
// expect: waves(end) = 1
model RoundingInsideFunctions
  function nothing
    input Real x;
    output Real y;
  algorithm
    y := cos(x)^2 + sin(x)^2 - 1;
    annotation(Inline = false, LateInline = false);
  end nothing;
  Real th(start = 0.3, fixed = true), z(start = 0, fixed = true);
  Real small_wave = 1e-9*sin(time + 0*z);
  Real small_jump = noEvent(if time + 0*z < 0.5 then -1e-14 elseif th < 377*1.5 + 0.3 then 1e-14 else -1e-14);
  discrete Integer jumps(start = 0, fixed = true), waves(start = 0, fixed = true);
equation
  der(th) = 377;
  der(z) = if nothing(th) > 0 then 1e-3 else -1e-3;
  when {small_jump > 0, small_jump < 0} then
    jumps = pre(jumps) + 1;
  end when;
  when small_wave < 0 then
    waves = pre(waves) + 1;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.01));
end RoundingInsideFunctions;
