// A ball falls, hits the ground and loses a fifth of its speed at every bounce.
//
// What to look at: a `when` clause is active at the instant its condition becomes true. The
// simulator does not step over the impact: it locates the moment at which `h < 0` changes, stops the
// integration there, lets `reinit` give the velocity its new value, and goes on from that point.
// pre(v) is the velocity just before the impact. In the result the impact appears twice, with
// the value on the left and the value on the right.
//
//   tarn simulate examples/bouncing_ball.mo --plot ball.svg h v
//
// The numbers: the first impact is at t1 = sqrt(2 h0 / g), the flight after the n-th bounce takes
// 2 t1 e^n, so the times are t1, t1 (1 + 2e), t1 (1 + 2e + 2e^2), ... Every bounce is two events:
// `h < 0` becomes true, and false again as the ball leaves the ground.
//
// expect: events = 12
// expect: event 1 = 0.4515236409857309 +- 1e-6
// expect: event 3 = 1.1739614665629003 +- 1e-6
// expect: event 5 = 1.751911727024636 +- 1e-6
// expect: event 11 = 2.8800706354459438 +- 1e-6
// expect: h(0.9) = 0.6026540072734327 +- 1e-5
// expect: states = {h, v}
model BouncingBall "A ball that loses speed at every bounce"
  parameter Real g(unit = "m/s2") = 9.81 "acceleration of free fall";
  parameter Real e = 0.8 "speed after a bounce relative to the speed before";
  parameter Real h0(unit = "m") = 1 "height at the start";
  Real h(unit = "m", start = h0, fixed = true) "height above the ground";
  Real v(unit = "m/s", start = 0, fixed = true) "velocity, upwards";
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end BouncingBall;
