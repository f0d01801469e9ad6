// A class may stand inside itself by redeclaration: the text of the modifications says how often
// (specification, section 7.3; a component of its own class without end is refused, E0206).
partial model Face
  Real y;
end Face;

model Leaf
  extends Face;
equation
  y = 1;
end Leaf;

model Box
  extends Face;
  replaceable model Content = Leaf constrainedby Face;
  Content c;
equation
  y = 2*c.y;
end Box;

model Frame
  extends Face;
  replaceable Leaf c constrainedby Face;
equation
  y = 3*c.y;
end Frame;

model RedeclaredInsideItself
  Box b(redeclare model Content = Box(redeclare model Content = Box));
  Frame f(redeclare Frame c(redeclare Frame c));
end RedeclaredInsideItself;
/* flat
model RedeclaredInsideItself
  Real 'b.y';
  Real 'b.c.y';
  Real 'b.c.c.y';
  Real 'b.c.c.c.y';
  Real 'f.y';
  Real 'f.c.y';
  Real 'f.c.c.y';
  Real 'f.c.c.c.y';
equation
  'b.y' = 2.0*'b.c.y';
  'b.c.y' = 2.0*'b.c.c.y';
  'b.c.c.y' = 2.0*'b.c.c.c.y';
  'b.c.c.c.y' = 1.0;
  'f.y' = 3.0*'f.c.y';
  'f.c.y' = 3.0*'f.c.c.y';
  'f.c.c.y' = 3.0*'f.c.c.c.y';
  'f.c.c.c.y' = 1.0;
end RedeclaredInsideItself;
*/
