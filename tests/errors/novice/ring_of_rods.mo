// Rods with joints at their ends, closed to a ring: what closes it says one thing too much.
connector Frame
  Real x, y, z;
  flow Real f, g, h;
end Frame;
partial model Part
  Frame a, b;
equation
  a.f + b.f = 0;
  a.g + b.g = 0;
  a.h + b.h = 0;
end Part;
model Rod
  extends Part;
  parameter Real tilt = 0.1;
  Real phi;
equation
  b.x = a.x + cos(phi);
  b.y = a.y + sin(phi);
  b.z = a.z + tilt*phi;
end Rod;
model Slider
  extends Part;
  parameter Real r[3] = {1, 0, 0};
  Real s;
equation
  b.x = a.x + r[1]*s^2;
  b.y = a.y + r[2]*s;
  b.z = a.z + r[3]*s;
end Slider;
model Ground
  Frame frame;
equation
  frame.x = 0;
  frame.y = 0;
  frame.z = 0;
end Ground;
model RingOfRods  // error[E0501]: 10 equations for 9 unknowns of 'two', 'one', 'slider': if these are connected in a ring, what it says of itself is too much by 1; one part of the ring must leave something open
  Rod one, two(phi = 1 + slider.s);
  Slider slider;
  Ground ground;
equation
  connect(ground.frame, one.a);
  connect(one.b, two.a);
  connect(two.b, slider.b);
  connect(slider.a, one.a);
end RingOfRods;
