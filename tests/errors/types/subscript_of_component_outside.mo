model Part
  Real y = time;
end Part;
model SubscriptOfComponentOutside
  Part p[2];
  Real y;
equation
  y = p[3].y;  // error[E0307]: subscript 3 is outside 1:2
end SubscriptOfComponentOutside;
