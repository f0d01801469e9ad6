// Inner outer is two elements; inside, the name means the outer one: 5.5.
// Expected: l.y = gain*time; s.gain = s.k*gain; s.l.y = s.gain*time
model Leaf
  outer Real gain;
  Real y = gain*time;
end Leaf;
model Sub
  parameter Real k = 2;
  inner outer Real gain = k*gain;
  Leaf l;
end Sub;
model InnerOuter
  inner Real gain = 3;
  Sub s(k = 4);
  Leaf l;
end InnerOuter;

/* instance
model InnerOuter
Real gain = 3.0;
// Sub s
parameter Real s.k = 4.0;
Real s.gain = s.k*gain;
// Leaf s.l
Real s.l.y = s.gain*time;
// Leaf l
Real l.y = gain*time;
equation
end InnerOuter;
*/
