// The output of an amplifier of gain 15000 is flat, steep, flat as a function of the current that
// the loop is solved for, and the steep piece has passed by the last solution at the next point:
// Newton's method fails from there at all points. After the first failures the solution is bracketed
// at once; 115,000 iterations without that.
// Reference: the amplifier never saturates, so that C*(R1 + R2/(1 + V0))*der(v) = u - v, whose
// solution for u = 20*sin(20*t) is worked out by hand.
// expect: v(0.5) = -7.23449402 +- 1e-4
// expect: v(1.0) = 15.98690643 +- 1e-4
// expect: v(2.0) = 16.89432999 +- 1e-4
// expect: loop iterations <= 80000
model CornersOfAnAmplifier
  parameter Real V0 = 15000, R1 = 1000, R2 = 1000, C = 1e-5;
  Real u = 20*sin(20*time), v(start = 0, fixed = true), i(start = 0), v_in, v_out;
equation
  C*der(v) = i;
  v_in = R1*i - (u - v);
  v_out + v_in = -R2*i;
  v_out = smooth(0, noEvent(if V0*v_in > 15 then 15 elseif V0*v_in < -15 then -15 else V0*v_in));
  annotation(experiment(StopTime = 2));
end CornersOfAnAmplifier;
