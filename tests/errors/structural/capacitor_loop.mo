model CapacitorLoop
  input Real u;
  parameter Real C = 1;
  Real v, i;
equation
  v = u;  // error[E0503]: this equation constrains states and must be differentiated, but 'u' has no derivative
  i = C*der(v);
end CapacitorLoop;
