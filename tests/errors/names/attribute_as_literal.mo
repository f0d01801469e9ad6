// check: --strict
type Point = enumeration(start, stop);  // error[E0238]@26: 'start' is an attribute of enumerations and cannot be one of their literals
model M
  Point p = Point.stop;
end M;
