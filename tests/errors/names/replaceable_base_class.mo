model M
  replaceable model A
    Real x = 2;
  end A;
  extends A;  // error[E0213]@11: the base class 'A' is replaceable; a base class must not be
end M;
