model Pendulum
  Real x;
equation
  x = 1;
end Pendulm;  // error[E0104]@5: the class 'Pendulum' ends with 'end Pendulum'
