// A speed controller (proportional and integral, with a limit on the voltage) and a motor with load.
model controller_and_plant
  parameter Real k = 2, T = 0.05, umax = 24;
  parameter Real R = 0.5, L = 1e-3, kt = 0.05, J = 1e-3, d = 1e-4;
  Real w_ref, e, y, u, tau;
  Real z(start = 0, fixed = true), i(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  w_ref = 100 + 20*sin(5*time);
  e = w_ref - w;
  T*der(z) = e;
  y = k*(e + z);
  u = noEvent(if y > umax then umax elseif y < -umax then -umax else y);
  L*der(i) = u - R*i - kt*w;
  tau = kt*i;
  J*der(w) = tau - d*w;
end controller_and_plant;
