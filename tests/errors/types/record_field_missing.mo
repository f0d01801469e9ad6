record Point
  Real x;
  Real y;
end Point;
model RecordFieldMissing
  Point p = Point(x = time);  // error[E0308]: the call of 'Point' lacks the argument 'y'
end RecordFieldMissing;
