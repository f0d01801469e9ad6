// An ideal diode in front of a capacitor: a loop with a discrete unknown, solved in events.
model Rectifier
  parameter Real R = 0.1, C = 1, load = 2;
  Real s(start = 0), i, v, u, q(start = 0, fixed = true), phase(start = 0, fixed = true), speed(start = 5, fixed = true);
  Boolean off;
equation
  der(phase) = speed;
  der(speed) = -25*phase;
  u = phase;
  off = s < 0;
  v = if off then s else 0;
  i = if off then 0 else s;
  u = v + R*i + q;
  C*der(q) = i - q/load;
  annotation(experiment(StopTime = 3));
end Rectifier;
