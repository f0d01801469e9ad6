model M
  Real x;
  der(x) = 1;  // error[E0116]@3: an equation among the declarations: 'equation' is missing
end M;
