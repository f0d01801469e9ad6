// check: --strict
model A
  Real x = 1;
  model B
    Real y = 1;
  end B;
end A;
model M
  import A.B;  // error[E0215]@10: only elements of packages can be imported, but 'A' is a model
  B b;
end M;
