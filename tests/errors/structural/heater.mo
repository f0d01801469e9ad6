model Heater
  parameter Real R = 2;
  Real u, i;
  Real P "electric power";  // error[E0502]: no equation determines 'P'
equation
  u = R*i;
  u = 230 + 0*time;
  i = 2 + time;  // error[E0501]: 2 equations for 'i'
end Heater;
