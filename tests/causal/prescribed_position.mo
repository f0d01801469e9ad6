// The force that makes a mass follow a given path: the path is differentiated twice and the definition of the velocity once;
// index three, nothing is integrated.
// expect: index = 3
// expect: states = {}
// expect: differentiated = 3
// expect: loops = {}
model PrescribedPosition
  parameter Real m = 2;
  Real x, v, f;
equation
  x = sin(time);
  der(x) = v;
  m*der(v) = f;
end PrescribedPosition;
