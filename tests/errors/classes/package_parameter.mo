model M
  package Data
    parameter Real k = 4;  // error[E0229]: the package 'Data' cannot contain components that are not constant
  end Data;
  Real x = Data.k;
end M;
