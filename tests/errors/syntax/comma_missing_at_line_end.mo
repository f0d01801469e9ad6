model M
  parameter Real x[3] = {1,
    2  // error[E0103]@6: ',' is missing before '3'
    3};
  annotation (
    Icon(graphics = {Line(points = {{0, 0}, {1, 1}})})  // error[E0103]@55: ',' is missing before 'version'
    version = "1");
end M;
