// Two versions of a library in folders without a version in their names: the annotations say which one
// is asked for (18.8.2), in whatever order the folders stand. Version 2.1.0 replaces 2.0.0.
// simulate: -L tests/libraries/side/old -L tests/libraries/side/new
// simulate: -L tests/libraries/side/new -L tests/libraries/side/old
// expect: x(0) = 10
model SideBySide
  Real x = Wheels.teeth;
  annotation (uses(Wheels(version = "1.0.0")));
end SideBySide;
