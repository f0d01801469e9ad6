function f
  input Real x;
  output Real y;
  y := 2*x;  // error[E0116]@3: a statement among the declarations: 'algorithm' is missing
  y := y + 1;
end f;
