model M
  record String  // error[E0238]: 'String' is a predefined type and cannot be declared again
    Real x = 1;
  end String;
  Real y = 1;
end M;
