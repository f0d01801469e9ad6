// A diode whose state depends on the loop that it is part of: between events the switch is known and the equations are linear
// and explicit in the parameter of the curve.
// expect: states = {uC}
// expect: index = 1
model SwitchInALoop
  Real uC(start = 0, fixed = true), i, uD, s;
  Boolean off;
equation
  off = s < 0;
  uD = if off then s else 0;
  i = if off then 0 else s;
  sin(10*time) = 2*i + uD + uC;
  der(uC) = i;
end SwitchInALoop;
