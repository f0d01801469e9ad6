// A slider on its rod at a crank of 1 rad. By hand: x = r*cos(a) + sqrt(l^2 - (r*sin(a))^2).
// expect: x(start) = 3.4198728609555524 +- 1e-8
model SliderCrank
  Real x(start = 1), rod;
equation
  cos(1.0) + 3*cos(rod) = x;
  sin(1.0) = 3*sin(rod);
end SliderCrank;
