// Two brakes on one shaft: while both are stuck, they share the load as they like, and the shares
// have no unique value. The shaft stands still until the load exceeds what both can hold together.
// The numbers: 5 is held; w falls from 1 with slope 4*t - 5 until 2*t^2 - 5*t + 1 = 0 at
// t = 0.219; the shaft starts again at t = 1.25, and w(2) = 1.125 is the integral of 4*t - 5.
model SharedLoad
  model Brake
    parameter Real limit;
    Real w, a, tau;
    Real s "path: tau while stuck, a beyond the limit";
    Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), stuck;
    Integer mode(start = 1, fixed = true);
  equation
    forward = pre(mode) == 0 and (s > limit or pre(forward) and s > limit);
    backward = pre(mode) == 0 and (s < -limit or pre(backward) and s < -limit);
    stuck = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
    a = if stuck then 0 else if forward or pre(mode) == 1 then s - limit else s + limit;
    tau = if stuck then s else if forward or pre(mode) == 1 then limit else -limit;
    mode = if (pre(mode) == 1 or forward) and w > 0 then 1
      else if (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  end Brake;
  Brake first(limit = 2), second(limit = 3);
  Real w(start = 1, fixed = true);
equation
  first.w = w;
  second.w = w;
  first.a = der(w);
  second.a = der(w);
  der(w) = 4*time - first.tau - second.tau;
end SharedLoad;
// simulate: --stop-time 2
// expect: w(0.1) = 0.52 +- 1e-5
// expect: w(0.3) = 0 +- 1e-6
// expect: w(1.2) = 0 +- 1e-6
// expect: w(2.0) = 1.125 +- 1e-4
