model DisabledComponentUsed
  parameter Boolean on = false;
  Real x if on;
  Real y;
equation
  y = x;  // error[E0317]: 'x' does not exist: the condition of its declaration is false
end DisabledComponentUsed;
