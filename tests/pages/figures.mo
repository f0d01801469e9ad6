// A pendulum whose author says what to look at, in the class and in a base class.
partial model Base
  annotation(Documentation(figures = {Figure(title = "Energy", plots = {Plot(curves = {Curve(y = e, legend = "all of it")})})}));
end Base;
model Swing
  extends Base;
  type Side = enumeration(left, middle, right);
  parameter Real d(unit = "1/s") = 0.3;
  Real phi(start = 1, fixed = true, unit = "rad", displayUnit = "deg"), w(start = 0, fixed = true, unit = "rad/s");
  Real e = w^2/2 + 9.81*(1 - cos(phi));
  Side side = if phi > 0.2 then Side.right elseif phi < -0.2 then Side.left else Side.middle;
  Boolean fast = abs(w) > 1;
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi) - d*w;
  annotation(experiment(StopTime = 8), Documentation(figures = {
    Figure(title = "Swing with %{d}", preferred = true, caption = "The angle ends at %{phi}; see %[speed](variable:w), 100%%.", plots = {
      Plot(title = "Angle", curves = {Curve(y = phi, legend = "angle"), Curve(y = w)}, y = Axis(label = "angle")),
      Plot(title = "Phase plane", curves = {Curve(x = phi, y = w, legend = "orbit")}, x = Axis(min = -90, max = 90, unit = "deg", label = "angle"), y = Axis(unit = "rad/s")),
      Plot(curves = {Curve(y = der(w), legend = "acceleration")})})}));
end Swing;
