model M
  record String  // error[E0238]: 'String' is the name of a predefined type
    Real x = 1;
  end String;
  Real y = 1;
end M;
