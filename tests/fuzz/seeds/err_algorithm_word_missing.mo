function f
  input Real x;
  output Real y;
  y := 2*x;
  y := y + 1;
end f;
