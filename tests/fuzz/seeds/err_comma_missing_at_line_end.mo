model M
  parameter Real x[3] = {1,
    2
    3};
  annotation (
    Icon(graphics = {Line(points = {{0, 0}, {1, 1}})})
    version = "1");
end M;
