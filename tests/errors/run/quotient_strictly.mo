// simulate: --stop-time 1 --strict
model QuotientStrictly
  parameter Real winding = 0, field = 0;
  Real voltage;
equation
  voltage = field/winding; // error[E0710]: 'voltage' is not a finite number (nan)
end QuotientStrictly;
