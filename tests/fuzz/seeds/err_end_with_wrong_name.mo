model Pendulum
  Real x;
equation
  x = 1;
end Pendulm;
