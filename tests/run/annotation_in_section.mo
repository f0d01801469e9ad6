// expect: y(1.0) = 0.73575888234 +- 1e-6
// expect: z(1.0) = 1.10363832351 +- 1e-6
// The equations and statements behind the annotation count: x = exp(-t), y = 2 x, z = x + y.
function twice
  input Real u;
  output Real y;
algorithm
  y := u;
  annotation (Inline = false);
  y := 2*y;
end twice;

model AnnotationInSection
  Real x(start = 1, fixed = true), y, z;
equation
  annotation (experiment(StopTime = 1));
  der(x) = -x;
  y = twice(x);
  z = x + y;
end AnnotationInSection;
