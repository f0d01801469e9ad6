record Point
  Real height;
end Point;
function top
  input Point p;
  output Real y;
algorithm
  y := p.heigth;  // error[E0310]: type 'Point' has no member 'heigth'
end top;
model MemberMisspelt
  Point p(height = time);
  Real y;
equation
  y = top(p);
end MemberMisspelt;
