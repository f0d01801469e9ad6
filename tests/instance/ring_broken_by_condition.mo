// A ring of parameters is legal if evaluable conditions break it: 4.4.3.
// Expected: a.T = 300, a.h = h_T(a.T); b.h = 50, b.T = T_h(b.h); useT frozen
function h_T
  input Real T;
  output Real h;
algorithm
  h := 10*T;
end h_T;
function T_h
  input Real h;
  output Real T;
algorithm
  T := h/10;
end T_h;
model V
  parameter Boolean useT = true;
  parameter Real T = if useT then 300 else T_h(h);
  parameter Real h = if useT then h_T(T) else 1000;
end V;
model RingBrokenByCondition
  V a;
  V b(useT = false, h = 50);
end RingBrokenByCondition;

/* instance
model RingBrokenByCondition
// V a
parameter Boolean a.useT = true;  // frozen
parameter Real a.T = 300.0;
parameter Real a.h = h_T(a.T);
// V b
parameter Boolean b.useT = false;  // frozen
parameter Real b.T = T_h(b.h);
parameter Real b.h = 50.0;
equation
end RingBrokenByCondition;
*/
