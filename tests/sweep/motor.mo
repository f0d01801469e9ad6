// A motor that is switched on and off around a speed, and gets a load.
model Motor
  parameter Real R = 0.5, L = 0.05, k = 0.4, J = 0.01, d = 0.001, U = 12, speed = 15, band = 0.5, load = 0.5;
  Real i(start = 0, fixed = true), w(start = 0, fixed = true);
  Real u = if on then U else 0;
  Boolean on(start = true, fixed = true);
equation
  L*der(i) = u - R*i - k*w;
  J*der(w) = k*i - d*w - (if time > 0.5 then load else 0);
  when {w > speed + band, w < speed - band} then
    on = w < speed;
  end when;
  annotation(experiment(StopTime = 1));
end Motor;
