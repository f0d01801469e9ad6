// At 5 s the equation has no solution; the points beside it have one.
// simulate: --stop-time 10 --interval 0.5
model LeftOut
  Real x(start = 0, fixed = true), y(start = 5);
equation
  der(x) = 1;
  y*abs(y) + y*y + 0.01 = 2*(x - 5)^2;  // warning[E0714]: 1 of 21 points of the output are left out, the first at time 5
end LeftOut;
