// check: --strict
model M
  Real x;
equation
  annotation (experiment(StopTime = 1));
  x = time;  // error[E0116]@3: equations behind the annotation of the class, which stands at its end (A.2.2)
end M;
