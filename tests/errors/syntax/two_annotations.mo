// Some programs write two: together they say what one would.
model M
  annotation (version = "1");
  annotation (experiment(StopTime = 2));  // warning[E0116]@3: a class has one annotation, at its end
end M;
