// simulate: --stop-time 1
// A forgotten der(): the speed follows from the force, and its start value is one too many.
model SpeedFromForce
  parameter Real m = 2;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), F;  // error[E0702]: no consistent start values at time 0: an initial condition contradicts the equations
equation
  v = der(x);
  F = 4;
  m*v = F;  // note[E0702]: 'v' is determined by m*v = 4.0
end SpeedFromForce;
