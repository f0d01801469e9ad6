// check: --strict
model A
  Real x = 1;
  model B
    Real y = 1;
  end B;
end A;
model M
  A.B b;  // error[E0223]@5: 'B' is an element of the model 'A', which is no package, and not encapsulated
end M;
