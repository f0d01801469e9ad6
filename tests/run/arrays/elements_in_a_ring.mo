// Elements that need each other in a ring have no order.
// expect: error the value of parameter 'c[2]' depends on itself
model ElementsInARing
  parameter Real c[2] = {2, 3*b[1]};
  parameter Real b[2] = {c[2], 1};
  Real x = b[1];
end ElementsInARing;
