// Enumeration parameters select initial equations; no branch means none: 4.8.5, 8.3.4.
// Expected: initial equation f.y = 2; der(g.y) = 0; nothing for h
type Init = enumeration(NoInit, Steady, Out);
block F
  parameter Init init = Init.NoInit;
  Real y(start = 2);
initial equation
  if init == Init.Steady then
    der(y) = 0;
  elseif init == Init.Out then
    y = 2;
  end if;
equation
  der(y) = 1 - y;
end F;
model InitialEquationsByEnumeration
  F f(init = Init.Out);
  F g(init = Init.Steady);
  F h;
end InitialEquationsByEnumeration;

/* instance
model InitialEquationsByEnumeration
// F f
parameter Init f.init = Init.Out;  // frozen
Real f.y(start = 2.0);
// F g
parameter Init g.init = Init.Steady;  // frozen
Real g.y(start = 2.0);
// F h
parameter Init h.init = Init.NoInit;  // frozen
Real h.y(start = 2.0);
initial equation
  f.y = 2.0;
  der(g.y) = 0.0;
equation
  der(f.y) = 1.0 - f.y;
  der(g.y) = 1.0 - g.y;
  der(h.y) = 1.0 - h.y;
end InitialEquationsByEnumeration;
*/
