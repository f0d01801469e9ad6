// Runs part at branches that make no events, and call functions of the mathematical library.
model Branches
  parameter Real a = 1;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z;
equation
  der(x) = noEvent(if y > 0.3*a then -x*abs(y) else sin(a*y) - x^3);
  der(y) = max(min(x, 0.5), -0.5) - y*exp(-a) + (if time > 0.5 then sign(z) else 0);
  z + atan2(z, 2) = floor(3*x) + mod(y, 0.2) + sqrt(abs(x));
  annotation(experiment(StopTime = 1));
end Branches;
