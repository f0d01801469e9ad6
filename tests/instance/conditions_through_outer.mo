// Conditions and sizes read through outer: 5.4, 4.4.5, 10.1.
// Expected: no b.s; Real b.f[3]; w.anim, w.n, b.show frozen
model World
  parameter Boolean anim = false;
  parameter Integer n = 2;
end World;
model Shape
  Real z = 1;
end Shape;
model Body
  outer World w;
  parameter Boolean show = true;
  Shape s if w.anim and show;
  Real f[w.n] = fill(time, w.n);
end Body;
model ConditionsThroughOuter
  inner World w(n = 3);
  Body b;
end ConditionsThroughOuter;

/* instance
model ConditionsThroughOuter
// World w
parameter Boolean w.anim = false;  // frozen
parameter Integer w.n = 3;  // frozen
// Body b
parameter Boolean b.show = true;
Real[3] b.f = fill(time, 3);
equation
end ConditionsThroughOuter;
*/
