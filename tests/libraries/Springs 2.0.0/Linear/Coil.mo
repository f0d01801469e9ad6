within Springs.Linear;
model Coil
  extends Base;
  parameter Real stiffness = 1;
end Coil;
