// An if-equation with evaluable condition is decided now: its branches may differ in number:
//   8.3.4.
// Expected: phi = sin(time); w = der(phi); driven is frozen
model DecidedIfEquation
  parameter Boolean driven = true;
  parameter Real w0 = 5;
  Real phi, w;
equation
  if driven then
    phi = sin(time);
    w = der(phi);
  else
    w = w0;
  end if;
  if not driven then
    der(phi) = w;
  end if;
end DecidedIfEquation;

/* instance
model DecidedIfEquation
parameter Boolean driven = true;  // frozen
parameter Real w0 = 5.0;
Real phi;
Real w;
equation
  phi = sin(time);
  w = der(phi);
end DecidedIfEquation;
*/
