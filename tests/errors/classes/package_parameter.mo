model M
  package Data
    parameter Real k = 4;  // error[E0229]: 'k' must be a constant: the package 'Data' cannot contain variables
  end Data;
  Real x = Data.k;
end M;
