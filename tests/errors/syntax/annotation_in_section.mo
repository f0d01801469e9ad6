// Modelica 2 had annotations among the equations. What stands behind one belongs to the section.
function twice
  input Real u;
  output Real y;
algorithm
  y := u;
  annotation (Inline = false);
  y := 2*y;  // warning[E0116]@3: statements behind the annotation of the class, which stands at its end (A.2.2)
end twice;

model M
  Real x(start = 1, fixed = true), y, z;
initial equation
equation
  annotation (experiment(StopTime = 1));
  der(x) = -x;  // warning[E0116]@3: equations behind the annotation of the class, which stands at its end (A.2.2)
  y = twice(x);
equation
  z = x + y;
end M;
