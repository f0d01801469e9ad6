// check: --strict
model ConditionalComponentUsed
  parameter Boolean on = true;
  Real x = time if on;
  Real y;
equation
  y = x;  // error[E0317]: 'x' can only be used in 'connect', because 'x' is conditional
end ConditionalComponentUsed;
