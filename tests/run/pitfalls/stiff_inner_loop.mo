// A loop inside the derivative; x' = -1000*(x - cos(t)), with u the root of u + u^3 = x + x^3.
// reference: (1e6*cos(t) + 1e3*sin(t))/(1e6 + 1) after the transient
// expect: x(1.0) = 0.5411431 +- 2e-5
model StiffInnerLoop
  Real x(start = 0, fixed = true), u(start = 0), w;
equation
  der(x) = -1000*(u - cos(time));
  u + w = x + x^3;
  w = u^3;
  annotation(experiment(StopTime = 1));
end StiffInnerLoop;
