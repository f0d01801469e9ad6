// expect: status = 3
// expect: error the delay time is -0.5 at time 0
model NegativeDelay
  parameter Real T = -0.5;
  Real x(start = 0, fixed = true), y = delay(sin(x), T);
equation
  der(x) = 1;
end NegativeDelay;
