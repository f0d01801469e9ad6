// Models with visual shapes, for the scene of a result page. What makes a shape are its members,
// not the name of its class or library.
package Space
  record Orientation
    Real T[3, 3] "world, seen from the body";
  end Orientation;

  function turned "about an axis of the frame before"
    input Integer axis;
    input Real angle;
    input Real before[3, 3];
    output Real T[3, 3];
  protected
    Real c = cos(angle), s = sin(angle);
  algorithm
    T := (if axis == 1 then [1, 0, 0; 0, c, s; 0, -s, c] elseif axis == 2 then [c, 0, -s; 0, 1, 0; s, 0, c] else [c, s, 0; -s, c, 0; 0, 0, 1])*before;
  end turned;

  model Body
    parameter String shapeType = "box";
    input Orientation R;
    input Real r[3];
    input Real r_shape[3] = {0, 0, 0};
    input Real lengthDirection[3] = {1, 0, 0}, widthDirection[3] = {0, 1, 0};
    input Real length, width = 0.1, height = 0.1;
    input Real extra = 0;
    input Real color[3] = {255, 0, 0};
    input Real specularCoefficient = 0.7;
  end Body;

  model DoublePendulum "two masses on rods without mass"
    parameter Real l = 1, g = 9.81;
    Real a(start = 1.2, fixed = true), b(start = 0.4, fixed = true) "angles from the vertical";
    Real va(start = 0, fixed = true), vb(start = 0, fixed = true);
    output Real elbow[3] = {l*sin(a), -l*cos(a), 0};
    output Real tip[3] = elbow + {l*sin(b), -l*cos(b), 0};
  protected
    Body upper(shapeType = "cylinder", R(T = turned(3, a - 1.5707963267948966, identity(3))), r = {0, 0, 0}, length = l, color = {0, 90, 200});
    Body lower(shapeType = "cylinder", R(T = turned(3, b - 1.5707963267948966, identity(3))), r = elbow, length = l, color = {0, 160, 90});
    Body ball(shapeType = "sphere", R(T = identity(3)), r = tip, r_shape = {-0.15, 0, 0}, length = 0.3, width = 0.3, height = 0.3, color = {220, 40, 40});
  equation
    der(a) = va;
    der(b) = vb;
    2*l*der(va) + l*der(vb)*cos(a - b) + l*vb^2*sin(a - b) + 2*g*sin(a) = 0;
    l*der(vb) + l*der(va)*cos(a - b) - l*va^2*sin(a - b) + g*sin(b) = 0;
    annotation(experiment(StopTime = 5));
  end DoublePendulum;

  model Arm "turns about the vertical, bends at two joints"
    parameter Real l = 0.8;
    Real q[3] = {time, 0.5 + 0.3*sin(2*time), -0.8*cos(time)};
    Real T1[3, 3] = turned(2, q[1], identity(3));
    Real T2[3, 3] = turned(3, q[2], T1);
    Real T3[3, 3] = turned(3, q[3], T2);
    Real shoulder[3] = {0, 0.5, 0};
    Real elbow[3] = shoulder + transpose(T2)*{l, 0, 0};
    output Real hand[3] = elbow + transpose(T3)*{l, 0, 0};
  protected
    Body base(shapeType = "cone", R(T = T1), r = {0, 0, 0}, lengthDirection = {0, 1, 0}, widthDirection = {1, 0, 0}, length = 0.5, width = 0.6, height = 0.6, extra = 0.5, color = {90, 90, 90});
    Body wheel(shapeType = "gearwheel", R(T = T1), r = {0, 0.05, 0}, lengthDirection = {0, 1, 0}, widthDirection = {1, 0, 0}, length = 0.06, width = 0.9, height = 0.9, extra = 20, color = {160, 130, 40});
    Body upper(shapeType = "beam", R(T = T2), r = shoulder, length = l, width = 0.2, height = 0.1, color = {230, 120, 20});
    Body lower(shapeType = "pipe", R(T = T3), r = elbow, length = l, width = 0.14, height = 0.14, extra = 0.7, color = {240, 180, 30});
    Body grip(shapeType = "box", R(T = T3), r = hand, length = 0.12, width = 0.2, height = 0.2, color = {40, 40, 200});
    Body coil(shapeType = "spring", R(T = identity(3)), r = hand, lengthDirection = {0, -1, 0}, widthDirection = {1, 0, 0}, length = 0.3 + 0.1*sin(8*time), width = 0.12, height = 0.02, extra = 6, color = {60, 160, 60});
    annotation(experiment(StopTime = 6));
  end Arm;
end Space;
