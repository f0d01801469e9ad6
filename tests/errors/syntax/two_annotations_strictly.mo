// check: --strict
model M
  annotation (version = "1");
  annotation (version = "2");  // error[E0116]@3: a class has one annotation, at its end
end M;
