// A plant with friction and a PI controller that are to be at rest: 2*w + 0.5*w^3 = y, w = 3; the integral part is what keeps
// it there.
// expect: w(start) = 3.0 +- 1e-8
// expect: i(start) = 19.5 +- 1e-7
model ControllerAtRest
  Real w, i, y;
equation
  der(w) = y - 2*w - 0.5*w^3;
  der(i) = 3 - w;
  y = 4*(3 - w) + i;
initial equation
  der(w) = 0;
  der(i) = 0;
end ControllerAtRest;
