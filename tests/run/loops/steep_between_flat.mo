// A saturating amplifier in a feedback loop of two unknowns, with a floating supply: flat, steep,
// flat. Full steps of Newton's method jump from one flat piece to the other for ever, damped ones
// do not leave the first. Reference: the ideal amplifier, measured = 0.01*(s2 - s1), with an error
// of the order of 1/V0.
// simulate: --stop-time 1
// expect: measured(0.5) = -5.6568 +- 2e-2
// expect: v_in(0.5) = 0 +- 3e-2
model SteepBetweenFlat
  parameter Real V0 = 15000, s1 = 282.84, s2 = -282.84;
  Real i1(start = 0), i2(start = 0), in_n, in_p, ground, measured, v_in, v_out;
equation
  in_p = s2 - 1e5*i2;
  ground = 1e3*i2 - in_p;
  measured = -ground - 1e5*i2;
  v_out = measured - ground;
  in_n = s1 - 1e5*i1;
  v_in = in_p - in_n;
  v_out = noEvent(if V0*v_in > 15 - ground then 15 - ground
    elseif V0*v_in < -15 - ground then -15 - ground else V0*v_in);
  1e3*i1 = in_n - v_out;
end SteepBetweenFlat;
