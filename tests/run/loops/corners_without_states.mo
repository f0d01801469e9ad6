// The amplifier of corners_of_an_amplifier.mo in a model without states: no step gets shorter, and a
// solution may be anywhere, but mostly it is near the last one. It is looked for there first, where a
// bracket finds it: without that, 212,000 iterations, most of them of methods that fail.
// Reference: where the amplifier does not saturate, i*(R1 + R2/(1 + V0)) = u, and so
// v_out = -V0*R2/(1 + V0)*i; where it does, v_out = -15.
// simulate: --stop-time 1 --intervals 5000
// expect: v_out(0.025) = -9.58723247 +- 1e-6
// expect: v_out(0.075) = -15 +- 1e-9
// expect: v_out(0.5) = 10.87897169 +- 1e-6
// expect: loop iterations <= 120000
model CornersWithoutStates
  parameter Real V0 = 15000, R1 = 1000, R2 = 1000;
  Real u = 20*sin(20*time), i(start = 0), v_in, v_out;
equation
  v_in = R1*i - u;
  v_out + v_in = -R2*i;
  v_out = smooth(0, noEvent(if V0*v_in > 15 then 15 elseif V0*v_in < -15 then -15 else V0*v_in));
end CornersWithoutStates;
